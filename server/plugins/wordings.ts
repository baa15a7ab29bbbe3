import { ApiError, type ErrorDetail } from '../errors.ts';

interface Wording {
  l: string;
  t: string;
}

/**
 * A text of a body has one wording a language: of two, people would see the first, and the second would stay hidden. Blank ones count as
 * left out.
 * @throws ApiError PARAMETER_ERROR with the place of each second one
 */
export function requireOneWording(body: unknown): void {
  const details = givenTwice(body, '');
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
}

function givenTwice(value: unknown, path: string): ErrorDetail[] {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  if (!isText(value)) return Object.entries(value).flatMap(([name, part]) => givenTwice(part, path === '' ? name : `${path}.${name}`));
  const filled = value.map(({ l, t }) => (t.trim() === '' ? undefined : l));
  return filled.flatMap((language, index) =>
    language !== undefined && filled.indexOf(language) < index ? [{ field: `${path}.${index}.l`, message: 'is given twice' }] : [],
  );
}

function isText(value: object): value is Wording[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one?.l === 'string' && typeof one.t === 'string');
}
