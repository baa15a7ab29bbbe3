import { fieldHint } from '../../../src/core/suggest.ts';
import type { ValueKind } from '../../json.ts';
import { isObject, type JsonSchema, objectAt, textAt, textsAt } from '../../json.ts';
import type { Documents } from '../../read/documents.ts';
import type { Resolve } from '../../read/references.ts';
import { entriesOf, strangeEntry } from '../entries-of.ts';
import type { Project } from '../project.ts';
import { kindMisfit, type Misfit, type Travel, valueMisfit } from './misfits.ts';

/**
 * What is known of a value before anything runs. undefined: nothing is known, so nothing is reported.
 * schema: of a contract; record: names the page itself declares; list: of another type; union: one of several.
 * `told`: members the page says more about than where the value comes from, such as the dictionary of a column.
 * `isOpen`: it may be otherwise all the same, such as what another back end tells of a person: what is wrong is a warning.
 */
export type Type = { told?: ReadonlyMap<string, Type>; isOpen?: true } & Known;

type Known =
  | { kind: 'schema'; schema: unknown; path: string; label: string }
  | { kind: 'record'; get: (name: string) => Type | undefined; known?: readonly string[]; label: string }
  | { kind: 'list'; of: Type | undefined; label: string }
  | { kind: 'union'; of: Type[]; label: string };

/** What reading a member gives: a type, nothing known, or that there is no such member. */
export type Member = { found: Type | undefined } | Missing;

interface Missing {
  missing: string;
  known: string[];
  /** It may be there all the same. */
  isOpen?: true;
  /** What is wrong with the name, where it is more than that there is none. */
  misfit?: Misfit;
}

const unknownMember: Member = { found: undefined };
const scalars: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'null'];
/** Entities may contain themselves. */
const deepest = 16;

export class Types {
  private readonly resolve: Resolve;
  private readonly documents: Documents;

  constructor({ resolve, documents }: Pick<Project, 'resolve' | 'documents'>) {
    this.resolve = resolve;
    this.documents = documents;
  }

  /** The type of `owner.name`. */
  member(owner: Type | undefined, name: string): Member {
    const member = this.memberOf(owner, name);
    if (!owner?.isOpen) return member;
    return 'missing' in member ? { ...member, isOpen: true } : { found: opened(member.found) };
  }

  private memberOf(owner: Type | undefined, name: string): Member {
    if (!owner) return unknownMember;
    const told = owner.told?.get(name);
    if (told) return { found: told };
    switch (owner.kind) {
      case 'record':
        return owner.known && !owner.known.includes(name) ? { missing: owner.label, known: [...owner.known] } : { found: owner.get(name) };
      case 'list':
        if (name === 'length') return unknownMember;
        return /^\d+$/.test(name) ? { found: owner.of } : { missing: owner.label, known: ['length'] };
      case 'union':
        return joined(owner.of.map((type) => this.member(type, name)));
      default:
        return joined(this.plain(owner).map((part) => this.ofSchema(part, name, owner)));
    }
  }

  /** Names of the members a contract declares; a record may have others besides. */
  names(owner: Type | undefined): string[] {
    if (owner?.kind === 'union') return [...new Set(owner.of.flatMap((type) => this.names(type)))];
    if (owner?.kind !== 'schema') return [];
    return this.plain(owner).flatMap(({ schema }) => Object.keys(isObject(schema) ? objectAt(schema, 'properties') : {}));
  }

  /** The type of an entry of a list. */
  element(list: Type | undefined): Type | undefined {
    const element = this.elementOf(list);
    return list?.isOpen ? opened(element) : element;
  }

  private elementOf(list: Type | undefined): Type | undefined {
    if (!list || list.kind === 'record') return undefined;
    if (list.kind === 'list') return list.of;
    if (list.kind === 'union') {
      const elements = list.of.map((type) => this.element(type));
      return unionOf(elements);
    }
    const lists = this.plain(list).filter(({ schema }) => isObject(schema) && isObject(schema.items));
    return unionOf(lists.map(({ schema, path }) => ({ kind: 'schema', schema: objectAt(schema, 'items'), path, label: list.label })));
  }

  /** Whether it can be a list, and of how many entries at most. */
  longest(type: Type | undefined): number | undefined {
    if (type?.kind !== 'schema') return undefined;
    const lists = this.plain(type).filter(({ schema }) => isObject(schema) && isObject(schema.items));
    if (lists.length === 0) return undefined;
    return Math.max(...lists.map(({ schema }) => (isObject(schema) && typeof schema.maxItems === 'number' ? schema.maxItems : Infinity)));
  }

  /** What keeps a value that is written out from being of a type; undefined where it can be, or where nothing is known. `travel`: how it gets there. */
  misfit(type: Type | undefined, value: unknown, travel: Travel = 'json'): Misfit | undefined {
    if (value === null || value === undefined) return undefined;
    // Nothing in an address is read as null, where that is taken.
    return this.ofEvery(type, (schema) => valueMisfit(schema, value, travel), travel === 'text');
  }

  /** The same of a value of which only the kind is known. */
  kindMisfit(type: Type | undefined, kind: ValueKind, travel: Travel = 'json'): Misfit | undefined {
    return this.ofEvery(type, (schema) => kindMisfit(schema, kind, travel));
  }

  /** Of what kind a type is that can be no list or object whatever happens; undefined where it can be one, or where nothing is known. */
  scalarOf(type: Type | undefined): string | undefined {
    if (type?.kind !== 'schema') return undefined;
    const kinds = this.plain(type).flatMap(({ schema }) =>
      isObject(schema) && schema.type !== undefined ? [schema.type].flat() : ['object'],
    );
    return kinds.every((kind) => scalars.includes(kind)) ? String(kinds[0] ?? '') || undefined : undefined;
  }

  /** What an object of a type needs, and nothing gives it unless it is said. */
  needed(type: Type | undefined): string[] {
    if (type?.kind !== 'schema') return [];
    const [first = [], ...others] = this.plain(type).map(({ schema }) =>
      textsAt(schema, 'required').filter((name) => objectAt(objectAt(schema, 'properties'), name).default === undefined),
    );
    return first.filter((name) => others.every((names) => names.includes(name)));
  }

  /** What a value is refused for by everything a type can be. */
  private ofEvery(type: Type | undefined, misfitOf: (schema: unknown) => Misfit | undefined, keepsNull = false): Misfit | undefined {
    if (type?.kind !== 'schema') return undefined;
    const misfits = this.plain(type, keepsNull).map(({ schema }) => misfitOf(schema));
    return misfits.every((misfit) => misfit !== undefined) ? misfits[0] : undefined;
  }

  /** Why a text is none of the choices of a type, such as a state; undefined where it is one, or where the type takes any. */
  stranger(type: Type | undefined, text: string): Misfit | undefined {
    if (type?.kind !== 'schema') return undefined;
    const parts = this.plain(type).map(({ schema }) => schema);
    const choices = parts.map((schema) => this.choicesOf(schema));
    if (parts.length === 0 || choices.some((known) => known === undefined || known.includes(text))) return undefined;
    const dictionary = parts.map((schema) => textAt(schema, dictionaryWord)).find((word) => word !== undefined);
    const misfit =
      dictionary === undefined
        ? this.misfit(type, text)
        : strangeEntry(
            dictionary,
            text,
            choices.flatMap((known) => known ?? []),
          );
    return misfit && { ...misfit, ...(type.isOpen && { severity: 'warning' }) };
  }

  /** Everything a value of a schema can be, as texts: comparisons of the dialect take a number and its text for the same. Undefined where that is open. */
  private choicesOf(schema: unknown): string[] | undefined {
    const dictionary = textAt(schema, dictionaryWord);
    if (dictionary !== undefined) return entriesOf(this.documents, dictionary);
    return isObject(schema) && Array.isArray(schema.enum) ? schema.enum.map(String) : undefined;
  }

  private ofSchema({ schema, path }: SchemaPart, name: string, owner: Type): Member {
    const { label } = owner;
    if (!isObject(schema)) return unknownMember;
    const properties = objectAt(schema, 'properties');
    const keys = textAt(schema, keysWord);
    const entries = keys === undefined || Object.hasOwn(properties, name) ? undefined : entriesOf(this.documents, keys);
    if (keys !== undefined && entries && !entries.includes(name))
      return { missing: label, known: entries, misfit: strangeEntry(keys, name, entries) };
    if (Object.hasOwn(properties, name)) return { found: { kind: 'schema', schema: properties[name], path, label } };
    if (isObject(schema.items)) {
      if (name === 'length') return unknownMember;
      if (/^\d+$/.test(name)) return { found: { kind: 'schema', schema: schema.items, path, label } };
      return { missing: label, known: [] };
    }
    if (isObject(schema.additionalProperties)) return { found: { kind: 'schema', schema: schema.additionalProperties, path, label } };
    if (schema.additionalProperties === true) return unknownMember;
    const known = Object.keys(properties);
    if (known.length > 0) return { missing: label, known };
    const types = [schema.type].flat();
    if (name === 'length' && types.includes('string')) return unknownMember;
    const isScalar = types.length > 0 && types.every((type) => scalars.includes(type));
    return isScalar || Array.isArray(schema.enum) ? { missing: label, known: [] } : unknownMember;
  }

  /** References followed and choices opened, without null unless it is kept. */
  private plain(type: SchemaPart, keepsNull = false, depth = 0): SchemaPart[] {
    const { schema, path } = type;
    if (!isObject(schema) || depth > deepest) return [{ schema: {}, path }];
    if (typeof schema.$ref === 'string') {
      const target = this.resolve(path, schema.$ref);
      return target ? this.plain({ schema: target.schema, path: target.path }, keepsNull, depth + 1) : [{ schema: {}, path }];
    }
    for (const word of ['anyOf', 'oneOf', 'allOf']) {
      const branches = schema[word];
      if (Array.isArray(branches)) return branches.flatMap((branch) => this.plain({ schema: branch, path }, keepsNull, depth + 1));
    }
    if (keepsNull) return [{ schema, path }];
    return schema.type === 'null' ? [] : [{ schema: withoutNull(schema), path }];
  }
}

/** In the schemas the checks make themselves: the value is one of this dictionary. */
const dictionaryWord = 'x-dictionary';

/** In those schemas: besides its properties the keys of the object are entries of this dictionary. */
const keysWord = 'x-keys-of';

/** The schema of an object by the entries of a dictionary, and by some names more. */
export function schemaByEntries(dictionary: string, of: JsonSchema, ...more: readonly string[]): JsonSchema {
  const properties = Object.fromEntries(more.map((name) => [name, of]));
  return { type: 'object', [keysWord]: dictionary, properties, additionalProperties: of };
}

/** The schema of a value of a dictionary, or of a list of them; of both where a widget gives either. */
export function schemaOfEntry(dictionary: string, many: boolean | 'either'): JsonSchema {
  const one = { [dictionaryWord]: dictionary };
  if (many === 'either') return { ...one, items: one };
  return many ? { type: 'array', items: one } : one;
}

interface SchemaPart {
  schema: unknown;
  path: string;
}

function withoutNull(schema: JsonSchema): JsonSchema {
  if (!Array.isArray(schema.type)) return schema;
  return { ...schema, type: schema.type.filter((type) => type !== 'null') };
}

/** A member of one of several: missing only when all of them lack it, known only when all that have it are known. */
function joined(members: Member[]): Member {
  const found = members.flatMap((member) => ('found' in member ? [member.found] : []));
  if (members.length > 0 && found.length === 0) {
    const missing = members.flatMap((member) => ('missing' in member ? [member] : []));
    const misfit = missing.length === 1 ? missing[0]?.misfit : undefined;
    const known = [...new Set(missing.flatMap((member) => member.known))];
    return { missing: missing[0]?.missing ?? '', known, ...(misfit && { misfit }) };
  }
  return { found: unionOf(found) };
}

function opened(type: Type | undefined): Type | undefined {
  return type && { ...type, isOpen: true };
}

/** What is wrong with reading a member there is not. */
export function noMember({ missing, known, misfit, isOpen }: Missing, name: string): Misfit {
  if (misfit) return misfit;
  return { message: `${missing} has no "${name}"`, hint: fieldHint(name, known), ...(isOpen && { severity: 'warning' }) };
}

/** undefined as soon as one part is unknown. */
export function unionOf(types: (Type | undefined)[]): Type | undefined {
  const known = types.filter((type) => type !== undefined);
  const [first] = known;
  if (!first || known.length < types.length) return undefined;
  return known.length === 1 ? first : { kind: 'union', of: known, label: first.label };
}
