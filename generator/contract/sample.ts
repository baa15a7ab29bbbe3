import { isDay } from '../../src/core/dates.ts';
import { isObject, type JsonSchema, objectAt, textsAt } from '../json.ts';

/** Texts tried for a pattern, in this order: none of them names anything that exists. */
const words = [
  ...['999999', 'sample', 'Sample1', 'sample-1', 'a:b', 'sys:sample:none', 'A', 'SAMPLE_1', '1', '2024-05-01', '2024-05-01T08:00:00Z'],
  ...['sample@example.org', 'https://example.org/', '/sample', 'en', '#112233', '13800000000', '00000000-0000-4000-8000-000000000000'],
];
const deepest = 12;

/** A small value that fits a JSON Schema without references: required properties only, values that name nothing that exists. */
export function sampleOf(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > deepest) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum.find((value) => value !== '') ?? schema.enum[0];
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    const branches = schema[word];
    if (Array.isArray(branches)) return sampleOf(branches[0], depth + 1);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type ?? (isObject(schema.properties) ? 'object' : 'string')) {
    case 'object': {
      const properties = objectAt(schema, 'properties');
      return Object.fromEntries(textsAt(schema, 'required').map((name) => [name, sampleOf(properties[name], depth + 1)]));
    }
    case 'array': {
      const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
      return Array.from({ length: least }, () => sampleOf(schema.items, depth + 1));
    }
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return sampleText(schema);
  }
}

function sampleText({ pattern, format, minLength, maxLength }: JsonSchema): string {
  const least = typeof minLength === 'number' ? minLength : 0;
  const most = typeof maxLength === 'number' ? maxLength : Number.POSITIVE_INFINITY;
  const expression = typeof pattern === 'string' ? new RegExp(pattern, 'u') : undefined;
  const fits = (word: string) => word.length >= least && word.length <= most && (expression?.test(word) ?? true) && hasForm(word, format);
  return words.find(fits) ?? 's'.repeat(Math.min(Math.max(least, 1), most));
}

function hasForm(word: string, format: unknown): boolean {
  if (format === 'date-time') return isDay(word.slice(0, 10)) && word.includes('T');
  return format === 'date' ? isDay(word) : format !== 'leading-date' || isDay(word.slice(0, 10));
}
