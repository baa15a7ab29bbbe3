import { isExternalAddress } from '../../rules/addresses.ts';
import { EvaluationFailure } from '../errors.ts';
import { MAX_TEXT } from '../limits.ts';
import { limitText, toText } from '../operators.ts';
import { contains, listOf, type PureFunction, pure, textOf } from './definition.ts';

function replaceAll(text: string, part: string, by: string): string {
  if (part === '') return text;
  const pieces = text.split(part);
  if (text.length + (pieces.length - 1) * (by.length - part.length) > MAX_TEXT) {
    throw new EvaluationFailure('the text would become too long', 'EXPRESSION_LIMIT');
  }
  return pieces.join(by);
}

/** Functions over text. `contains` also looks into lists. */
export const textFunctions: Readonly<Record<string, PureFunction>> = {
  lower: pure(1, 1, (text) => textOf(text).toLowerCase()),
  upper: pure(1, 1, (text) => textOf(text).toUpperCase()),
  trim: pure(1, 1, (text) => textOf(text).trim()),
  contains: pure(2, 2, contains),
  startsWith: pure(2, 2, (text, part) => textOf(text).startsWith(textOf(part))),
  endsWith: pure(2, 2, (text, part) => textOf(text).endsWith(textOf(part))),
  replace: pure(3, 3, (text, part, by) => replaceAll(textOf(text), textOf(part), textOf(by))),
  split: pure(2, 2, (text, by) => (textOf(text) === '' ? [] : textOf(text).split(textOf(by)))),
  join: pure(1, 2, (list, by) =>
    limitText(
      listOf(list)
        .map(toText)
        .join(by === undefined ? ', ' : textOf(by)),
    ),
  ),
  text: pure(1, 1, (value) => toText(value)),
  urlEncode: pure(1, 1, (text) => encodeURIComponent(textOf(text).replace(/[\uD800-\uDFFF]/gu, '\uFFFD'))),
  isExternal: pure(1, 1, (address) => isExternalAddress(textOf(address))),
};
