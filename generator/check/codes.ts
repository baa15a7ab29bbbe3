import { problemCodes } from '../../src/core/problems.ts';
import { documentExamples } from './examples/documents.ts';
import type { ProblemExample } from './examples/example.ts';
import { matrixExamples } from './examples/matrices.ts';
import { menuExamples } from './examples/menus.ts';
import { pageExamples } from './examples/pages.ts';
import { statementExamples } from './examples/statements.ts';

/** Codes of the findings only `check` makes, and what they mean; those it shares with the running product stand in the core. */
export const checkCodes = {
  AMENDMENT_TARGET: 'An amendment lies where no document is that it could change, or names a kind that is not changed in part.',
  AMENDMENT_PATH: 'A change of an amendment leads nowhere, or to more than one place.',
  REPEATED_KEY: 'An object has the same key twice. The last one counts, which nobody sees.',
  DOCUMENT_SCHEMA_LINE:
    '`$schema` does not lead to the meta-schema of this kind, so editors check nothing. A document of an overlay may leave it out: a warning.',
  DOCUMENT_UNUSED:
    'Nothing refers to a page, layout, form, table, entity or (in an overlay) rule, or no module of the server sends a notice.',
  DOUBLE_NAME:
    'The type of a dictionary, the code of a theme, the value of a dictionary entry, the id or route of a menu row, or a text that is added to an area is taken.',
  WIDGET_DOUBLE: 'Two widgets have the same key.',
  WIDGET_OPTIONS:
    'options.schema.json of a widget is wrong: an unknown word of x-targus, a required option that does not exist, entries of a list that are to be unique by what they have not.',
  UNKNOWN_DICTIONARY: 'A dictionary type without a document in schemas/dictionaries.',
  UNKNOWN_ENTRY:
    'A value that is written out is no entry of its dictionary, or no choice of a filter or of the field that begins with it: the document of the dictionary has none, unless an administrator has added it.',
  UNKNOWN_ICON: 'An icon that is not among those of the product: a neutral dot stands in its place.',
  UNKNOWN_ENTITY: 'A $ref of a contract leads nowhere.',
  UNKNOWN_PURPOSE:
    'A questionnaire or statement has a purpose by which no page and no part of the server asks for any, or a page asks by one that no document has.',
  UNKNOWN_FIELD:
    'An expression or a column reads a field that the contract does not return, or that the widget does not offer, or compares with what is never there, such as a state the register has not.',
  UNKNOWN_TEXT: 'A text key that no locale document has.',
  TEXT_AREA: 'A locale document adds to an area that no document holds.',
  TEXT_LANGUAGE: 'A text key is missing in one of the three languages, or a locale document says another language than its folder.',
  TEXT_PLACEHOLDER: 'The placeholders of a text differ between languages.',
  TEXT_UNUSED: 'No document and no code uses the text.',
  TEXT_VALUES: 'A text is shown without a value for one of its placeholders, or with one it does not have.',
  TEXT_WORDING: 'A text written in place is missing in one of the three languages.',
  RULE_PATTERN: 'The pattern of a rule is no regular expression.',
  CALL_PARAMETERS: 'The path of a call and its params differ.',
  CALL_ADDRESS: 'The path of a call is outside of /api and /config: such an address leads to the pages and to no back end.',
  CALL_DOUBLE: 'Two calls have the same method and path.',
  CALL_ECHO: 'A call that takes back what was read has no JSON body that could hold it.',
  CALL_SENDER: 'A public call takes a body of more than 1 MiB from anybody, or its sender is none of its parameters.',
  CALL_RULE: 'A rule of a call names a field the body does not have.',
  CALL_ARGUMENT: 'A call is given a parameter its contract does not have, or a value it refuses, or lacks one it needs.',
  CALL_BODY: 'The body given to a call has a key its contract does not have, or a value it refuses, or lacks one it needs.',
  SORT_NAME: 'A column of a table is sortable, but its call does not sort by it.',
  OPEN_TARGET: 'A step opens or closes a node that is no dialog or drawer.',
  OPEN_MISSING: 'Nothing opens a dialog or a drawer.',
  CALL_NEEDS_PERSON:
    'A page visitors see without signing in asks for something, or offers it, such as a table as a workbook, that the server refuses to them.',
  CALL_UNPROTECTED: 'A control is hidden by a permission, but the server lets everybody make its call: hiding is no protection.',
  CONTROL_OPEN: 'A control is shown to everybody, but its call needs a permission: some will be refused.',
  UNKNOWN_PERMISSION:
    'Something is hidden by a permission, or a register names its holders, that no call wants and no menu row grants: nobody sees it, or hears of it.',
  UNKNOWN_PATH:
    'A step, a link or a redirect leads to a path no menu row has. Where rows stand in a database alone or come from another back end, only a path that is spelt nearly like one is told.',
  PATH_PARAMETER: 'A page has a parameter of its address that no menu row which leads to it has in its path.',
  CONTROL_PERMISSION: 'The permission that shows a control is not the one the server wants for its call.',
  ACTION_UNUSED: 'Nothing starts an action of the page.',
  MENU_PERMISSION:
    'A row of a menu with `"use": "application"` has `perms`: browsers show what they hide to everybody, and the server grants nothing.',
  NOTICE:
    'A notice tells what is no parameter, leaves a parameter out in a language, or has a type the dictionary notice-type does not know; or an overlay changes more of a notice of the product than its words.',
  REGISTER:
    'A register contradicts itself: a name that stands twice or leads nowhere, a move between states there are not, an expression that cannot be read, a field without what its type needs.',
  FIELD_LOST:
    'An overlay takes a field from a register, or gives it another type: what records hold there is not seen any more, or is none of that type.',
  RECOGNISER: 'A pattern of a recogniser cannot be read, is too large, or fits where nothing stands.',
  GROWN_MENU: 'An entry of `grownMenus` has an expression that cannot be read, or reads something else than the answer of its call.',
  QUESTIONNAIRE:
    'A questionnaire contradicts itself: two choices with one value or key, two rules for one occasion, a rule with a value no cell can hold, a total by no level; or its rows on a page have one id twice.',
  FORM_VALUES:
    'What saves the changes of a form with `instant` sends `<form>.values`: what another field refuses goes with it. `value` has what was saved of such a field last.',
  FORM_SIZE: 'A form has more than 500 fields: it will be slow. Use a table or a matrix widget.',
  TABLE_UNPAGED: 'A table shows all rows at once of a call that may give more than 1,000.',
  COLUMN_UNWRITTEN:
    'A table is offered as a workbook, which leaves out a column: its cells are widgets, and nothing says what is written of them.',
  POLL_FAST: 'Data are asked for more often than every 5 seconds.',
  THEME_COLOUR:
    'A colour of a theme is not written in digits (#1557c0): whether people can read it cannot be told, and a misspelt name is none.',
  THEME_CONTRAST: 'Text of a theme hardly differs from what it stands on: less than 4.5 to 1, which many people cannot read.',
  CALCULATION_CIRCLE: 'Calculations of a form need each other in a circle.',
} as const satisfies Record<string, string>;

/** What every code means. */
export const summaries: Record<string, string> = { ...problemCodes, ...checkCodes };

/** A wrong and a right example of every code: the one source of docs/reference/problems.md and of its test. */
export const examples: Record<string, ProblemExample> = {
  ...pageExamples,
  ...documentExamples,
  ...menuExamples,
  ...matrixExamples,
  ...statementExamples,
};
