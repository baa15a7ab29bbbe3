/** Codes of the findings only `check` makes, and what they mean; those it shares with the running product stand in the core. */
export const checkCodes: Record<string, string> = {
  REPEATED_KEY: 'An object has the same key twice. The last one counts, which nobody sees.',
  DOCUMENT_SCHEMA_LINE: '`$schema` does not lead to the meta-schema of this kind, so editors check nothing.',
  WIDGET_DOUBLE: 'Two widgets have the same key.',
  WIDGET_OPTIONS: 'options.schema.json of a widget is wrong: an unknown word of x-targus, a required option that does not exist.',
  UNKNOWN_DICTIONARY: 'A dictionary type without a document in schemas/dictionaries.',
  UNKNOWN_ENTITY: 'A $ref of a contract leads nowhere.',
  UNKNOWN_TEXT: 'A text key that no locale document has.',
  TEXT_LANGUAGE: 'A text key is missing in one of the three languages.',
  TEXT_PLACEHOLDER: 'The placeholders of a text differ between languages.',
  TEXT_UNUSED: 'No document and no code uses the text.',
  RULE_PATTERN: 'The pattern of a rule is no regular expression.',
  CALL_PARAMETERS: 'The path of a call and its params differ.',
  CALL_DOUBLE: 'Two calls have the same method and path.',
  CALL_RULE: 'A rule of a call names a field the body does not have.',
  CALL_ARGUMENT: 'A call is given a parameter its contract does not have.',
  QUESTIONNAIRE:
    'A questionnaire contradicts itself: two choices with one value or key, a rule with a value no cell can hold, a total by no level.',
  FORM_SIZE: 'A form has more than 500 fields: it will be slow. Use a table or a matrix widget.',
  CALCULATION_CIRCLE: 'Calculations of a form need each other in a circle.',
};
