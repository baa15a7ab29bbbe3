import { pointerPart } from '../json-pointer.ts';
import type { RegisterDocument, RegisterMove } from './document.ts';

/** Where an expression of a register stands. */
export interface ExpressionPlace {
  pointer: string;
  /** What it says: `value` and `starts` of a field; `require`, `sets`, and `when` and `with` of what it makes, of a move; a warning. */
  word: 'value' | 'starts' | 'require' | 'sets' | 'when' | 'with' | 'warning';
  /** The field it gives a value; of `with` one of the register a record is made in. */
  field?: string;
  move?: RegisterMove;
}

/** A text that may hold expressions, as it is written. */
export interface RegisterExpression extends ExpressionPlace {
  text: string;
}

/** Every text of a register that is evaluated; one that is worded in several languages is one a language. Also of documents that do not fit their meta-schema. */
export function expressionsOf(document: RegisterDocument): RegisterExpression[] {
  const found: RegisterExpression[] = [];
  withExpressions(document, (text, place) => {
    found.push({ ...place, text });
    return text;
  });
  return found;
}

/** The register with each of these texts as `change` gives it. */
export function withExpressions(document: RegisterDocument, change: (text: string, place: ExpressionPlace) => string): RegisterDocument {
  const { fields, moves, warnings } = document;
  const changed = <Value>(value: Value, place: ExpressionPlace): Value => {
    if (typeof value === 'string') return change(value, place) as Value;
    if (typeof value !== 'object' || value === null) return value;
    const worded = Object.entries(value).map(([language, text]) => {
      return [language, typeof text === 'string' ? change(text, { ...place, pointer: `${place.pointer}/${language}` }) : text] as const;
    });
    return Object.fromEntries(worded) as Value;
  };
  const given = <Value>(values: Readonly<Record<string, Value>>, place: Omit<ExpressionPlace, 'field'>): Record<string, Value> =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        changed(value, { ...place, pointer: `${place.pointer}/${pointerPart(field)}`, field }),
      ]),
    );
  return {
    ...document,
    fields: fields.map((field, index) => {
      const { name, value, starts } = field;
      const at = (word: 'value' | 'starts'): ExpressionPlace => ({ pointer: `/fields/${index}/${word}`, word, field: name });
      return {
        ...field,
        ...(value !== undefined && { value: changed(value, at('value')) }),
        ...(starts !== undefined && { starts: changed(starts, at('starts')) }),
      };
    }),
    ...(moves && {
      moves: moves.map((move, index) => {
        const { require, sets, makes } = move;
        const at = `/moves/${index}`;
        return {
          ...move,
          ...(require !== undefined && { require: changed(require, { pointer: `${at}/require`, word: 'require', move }) }),
          ...(sets && { sets: given(sets, { pointer: `${at}/sets`, word: 'sets', move }) }),
          ...(makes && {
            makes: {
              ...makes,
              ...(makes.when !== undefined && { when: changed(makes.when, { pointer: `${at}/makes/when`, word: 'when', move }) }),
              ...(makes.with && { with: given(makes.with, { pointer: `${at}/makes/with`, word: 'with', move }) }),
            },
          }),
        };
      }),
    }),
    ...(warnings && {
      warnings: warnings.map((warning, index) =>
        typeof warning === 'object' && warning !== null
          ? { ...warning, when: changed(warning.when, { pointer: `/warnings/${index}/when`, word: 'warning' }) }
          : warning,
      ),
    }),
  };
}
