import type { WordedContext } from '../../context.ts';
import type { ApiError } from '../../errors.ts';
import { wordsOf, wordsOfArea } from '../../reader.ts';
import { fieldOf, type Register } from './registers.ts';

/** Why something is refused, as browsers say it: what the error tells in detail, at which field, or what its code is called. */
export function refusalWords(context: WordedContext, register: Register): (error: ApiError) => string {
  const word = wordsOf(context);
  const fill = wordsOfArea(context, (key) => key);
  return ({ code, message, details: [detail] = [] }) => {
    if (detail) {
      const said = detail.key === undefined ? detail.message : fill(detail.key, detail.values);
      const field = fieldOf(register, detail.field);
      return field ? `${word(field.label)}: ${said}` : said;
    }
    const key = `error.${code}`;
    const text = word(key);
    return text === key ? message : text;
  };
}
