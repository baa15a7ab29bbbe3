import { isObject, type JsonSchema, listAt } from '../../json.ts';
import { code } from './markdown.ts';

/** What a schema takes, in few words: the name of a definition, values, or types. `within`: the same of a schema that stands in it. */
export function typeWords(schema: JsonSchema, within: (part: unknown) => string): string {
  if (typeof schema.$ref === 'string') return schema.$ref.replace(/^.*\//, '');
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const forms = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')];
  if (forms.length > 0) return [...new Set(forms.map(within))].join(' or ');
  if (schema.type === 'array') return isObject(schema.items) ? `list of ${within(schema.items)}` : 'list';
  return [schema.type].flat().filter(Boolean).join(' or ') || 'any';
}
