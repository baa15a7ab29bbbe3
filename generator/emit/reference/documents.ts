import { isObject, type JsonSchema, listAt, objectAt, textAt, textsAt, valueAt } from '../../json.ts';
import { code, page, table } from './markdown.ts';
import { typeWords } from './type-words.ts';

/** The kinds whose words stand in a meta-schema alone: those of pages, forms and tables are the options of widgets. */
export const describedKinds = ['register', 'dictionary', 'menu', 'locale', 'rule', 'notice', 'amendment'] as const;

type Schemas = Readonly<Record<string, JsonSchema>>;

/** docs/reference/documents.md, from the meta-schemas: `schemas` by their names, with `common`. */
export function documentsPage(schemas: Schemas): string {
  const blocks = describedKinds.map((kind) => {
    const schema = schemas[kind] ?? {};
    const rows = wordRows({ schemas, root: schema }, schema, '', []);
    return [`## ${kind}`, textAt(schema, 'description') ?? '', table(['word', 'type', 'required', 'description'], rows)].join('\n\n');
  });
  const introduction =
    'Words of the documents that are no pages, forms or tables. Every document has `version` (1), and may have `$schema` for editors; `list[].name` is the `name` of each entry of `list`, `names.*` each value of an object with keys of your own. A text is a key, an expression or one wording a language.';
  return page('Documents', introduction, blocks);
}

interface Place {
  schemas: Schemas;
  root: JsonSchema;
}

/** A row for every word, those within it below; `open` are the definitions around, which may contain themselves. */
function wordRows(place: Place, schema: unknown, prefix: string, open: readonly string[]): string[][] {
  const required = textsAt(schema, 'required');
  return Object.entries(objectAt(schema, 'properties'))
    .filter(([name]) => prefix !== '' || !['$schema', 'version'].includes(name))
    .flatMap(([name, word]) => {
      const path = `${prefix}${name}`;
      const { found, reference } = followed(place, word);
      const description = textAt(word, 'description') ?? textAt(found, 'description') ?? '';
      const row = [code(path), typeOf(place, word), required.includes(name) ? 'yes' : '', description];
      if (reference !== undefined && open.includes(reference)) return [row];
      return [row, ...within(place, found, path, reference === undefined ? open : [...open, reference])];
    });
}

/** What stands in a word: the keys of an object, of the entries of a list, of each form it may have. */
function within(place: Place, schema: unknown, path: string, open: readonly string[]): string[][] {
  const { found } = followed(place, schema);
  if (!isObject(found)) return [];
  const rows = [
    ...wordRows(place, found, `${path}.`, open),
    ...(isObject(found.items) ? within(place, found.items, `${path}[]`, open) : []),
    ...(isObject(found.additionalProperties) ? within(place, found.additionalProperties, `${path}.*`, open) : []),
    ...[...listAt(found, 'anyOf'), ...listAt(found, 'oneOf')].flatMap((form) => within(place, form, path, open)),
  ];
  return rows.filter(([word], index) => rows.findIndex(([other]) => other === word) === index);
}

/** A schema behind a reference within its document. Words of common.schema.json, such as text and expression, are types of their own. */
function followed({ root }: Place, schema: unknown): { found: unknown; reference?: string } {
  const reference = textAt(schema, '$ref');
  if (reference === undefined || !reference.startsWith('#')) return { found: schema };
  return { found: valueAt(root, reference.slice(1)), reference };
}

function typeOf(place: Place, word: unknown): string {
  const { found, reference } = followed(place, word);
  const schema = isObject(found) ? found : {};
  if (schema.type === 'array' && reference !== undefined) return `list of ${reference.replace(/^.*\//, '')}`;
  return typeWords(schema, (part) => typeOf(place, part));
}
