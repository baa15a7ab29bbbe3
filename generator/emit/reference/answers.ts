import { isObject, type JsonSchema, objectAt, textAt, textsAt } from '../../json.ts';
import type { Call } from '../../read/calls.ts';
import type { Documents } from '../../read/documents.ts';
import type { Resolve } from '../../read/references.ts';
import { code } from './markdown.ts';

/** Levels of objects and lists that are told; what lies deeper stands in /api/docs. */
const deepest = 4;

interface Part {
  schema: JsonSchema;
  /** Document the references of the schema are read from. */
  path: string;
  /** What the entity says of itself, where the schema is a whole entity. */
  about: string;
}

/** Rows `path, type, always there, description` of everything an answer holds; parts of lists are `list[].part`. */
export function answerRows(call: Call, documents: Documents, resolve: Resolve): string[][] {
  return new Rows(documents, resolve).of(call);
}

/** The same of what a call is given in its body. */
export function bodyRows(call: Call, documents: Documents, resolve: Resolve): string[][] {
  return new Rows(documents, resolve).inside(call.body, call.document.source.path);
}

class Rows {
  private readonly rows: string[][] = [];

  constructor(
    private readonly documents: Documents,
    private readonly resolve: Resolve,
  ) {}

  of(call: Call): string[][] {
    const whole = this.follow(call.response, call.document.source.path);
    if (this.fields(whole).length === 0 || whole.schema.type === 'array') this.rows.push(['the answer', ...this.words(whole, true)]);
    this.walk(whole, '', 0, []);
    return this.rows;
  }

  inside(schema: unknown, path: string): string[][] {
    this.walk(this.follow(schema, path), '', 0, []);
    return this.rows;
  }

  private walk(part: Part, prefix: string, depth: number, open: readonly JsonSchema[]): void {
    // A record that holds records of its own kind (a tree) is told once.
    if (depth >= deepest || open.includes(part.schema)) return;
    const inside = [...open, part.schema];
    if (part.schema.items !== undefined) this.walk(this.follow(part.schema.items, part.path), `${prefix}[]`, depth, inside);
    for (const { name, field, isRequired } of this.fields(part)) {
      const path = prefix === '' ? name : `${prefix}.${name}`;
      this.rows.push([code(path), ...this.words(field, isRequired)]);
      this.walk(field, path, depth + 1, inside);
    }
  }

  private fields({ schema, path }: Part): { name: string; field: Part; isRequired: boolean }[] {
    const required = textsAt(schema, 'required');
    const own = Object.entries(objectAt(schema, 'properties')).map(([name, value]) => ({
      ...{ name, field: this.follow(value, path), isRequired: required.includes(name) },
    }));
    const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((word) => {
      const list = Array.isArray(schema[word]) ? schema[word].filter((one) => !isObject(one) || one.type !== 'null') : [];
      // Of an object that may be null, what it cannot do without; of several kinds of objects nobody can say.
      const counts = word === 'allOf' || list.length === 1;
      return list.flatMap((one) =>
        this.fields(this.follow(one, path)).map((field) => ({ ...field, isRequired: counts && field.isRequired })),
      );
    });
    const seen = new Set<string>();
    return [...own, ...parts].filter(({ name }) => !seen.has(name) && seen.add(name));
  }

  private words(part: Part, isRequired: boolean): string[] {
    return [this.type(part), isRequired ? 'yes' : '', textAt(part.schema, 'description') ?? part.about];
  }

  private type({ schema, path }: Part): string {
    if ('const' in schema) return code(JSON.stringify(schema.const));
    if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ');
    const options = [schema.anyOf, schema.oneOf].find(Array.isArray);
    if (options) return [...new Set(options.map((option) => this.type(this.follow(option, path))))].join(' or ');
    if (Array.isArray(schema.allOf)) return 'object';
    const list = schema.items === undefined ? 'list' : `list of ${this.type(this.follow(schema.items, path))}`;
    const types = [schema.type].flat().flatMap((type) => (type === 'array' ? [list] : typeof type === 'string' ? [type] : []));
    return types.join(' or ') || (schema.properties === undefined ? 'any' : 'object');
  }

  private follow(value: unknown, path: string, about = ''): Part {
    const schema = isObject(value) ? value : {};
    if (typeof schema.$ref !== 'string') return { schema, path, about };
    const target = this.resolve(path, schema.$ref);
    if (!target) return { schema: {}, path, about };
    const document = this.documents.byPath.get(target.path);
    const isWhole = document?.kind === 'entity' && target.id.endsWith('#/schema');
    const own = textAt(schema, 'description') ?? (isWhole ? (textAt(document.source.value, 'description') ?? '') : '');
    return this.follow(target.schema, target.path, own || about);
  }
}
