import type { Ajv, ErrorObject } from 'ajv';
import { didYouMean, suggest } from '../../src/core/suggest.ts';
import { discriminate } from '../emit/discriminate.ts';
import { metaId, readMeta } from '../emit/meta.ts';
import { newAjv } from '../emit/standalone.ts';
import { isObject, type JsonSchema, objectAt, pointerPart, textAt, textsAt, valueAt } from '../json.ts';
import type { Source } from '../read/source.ts';
import { type Finding, finding, type Report } from './findings.ts';
import type { Project } from './project.ts';

interface MetaValidators {
  /** Findings of a file, or of what a pointer leads to, against a meta-schema: `page.schema.json`. */
  check: (schema: string, source: Source, pointer?: string) => Finding[];
}

/** The meta-schemas compiled as the widgets are now, so that nothing needs to be generated before. */
export function metaValidators(project: Project): MetaValidators {
  const { ajv, checked } = compiler(readMeta(project.root, project.generatedMeta));
  const check = (schema: string, source: Source, pointer: string): Finding[] => {
    const validate = ajv.getSchema(metaId(schema));
    if (!validate || validate(valueAt(source.value, pointer))) return [];
    return explain(validate.errors ?? [], source, pointer, project);
  };
  return {
    check: (schema, source, pointer = '') => {
      const known = checked.get(source) ?? new Map<string, Finding[]>();
      checked.set(source, known);
      const key = `${schema} ${pointer}`;
      const findings = known.get(key) ?? check(schema, source, pointer);
      known.set(key, findings);
      return findings;
    },
  };
}

interface Compiled {
  key: string;
  ajv: Ajv;
  /** Findings by document, meta-schema and pointer. */
  checked: WeakMap<Source, Map<string, Finding[]>>;
}

let last: Compiled | undefined;

/** Compiling takes longest of all: a process that checks again, as development does, keeps it while the schemas stay. */
function compiler(schemas: Map<string, JsonSchema>): Compiled {
  const key = JSON.stringify([...schemas]);
  if (last?.key === key) return last;
  // What these validators save by tidier code, a check of this size does not give back.
  const ajv = newAjv({ verbose: true, inlineRefs: false, code: { optimize: false } });
  for (const schema of discriminate(schemas).values()) ajv.addSchema(schema);
  last = { key, ajv, checked: new WeakMap() };
  return last;
}

/** Errors below a pointer in plain words. Left out: `if`, which only repeats, and what an anyOf says about its branches when one went deeper. */
export function explain(errors: ErrorObject[], source: Source, at: string, project: Pick<Project, 'shapes'>): Finding[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf').map((error) => error.instancePath);
  return errors
    .filter((error) => error.keyword !== 'if' && error.propertyName === undefined)
    .filter((error) => {
      const isChoice = error.keyword === 'anyOf' || error.keyword === 'oneOf';
      return isChoice || !choices.includes(error.instancePath);
    })
    .map((error) => {
      const { pointer, ...report } = reportOf(error, project);
      return finding(source, `${at}${pointer}`, report);
    });
}

type Placed = Report & { pointer: string };

function reportOf(error: ErrorObject, project: Pick<Project, 'shapes'>): Placed {
  const pointer = error.instancePath;
  const parent: unknown = error.parentSchema;
  const value: unknown = error.data;
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(error.params.additionalProperty);
      const known = Object.keys(objectAt(parent, 'properties'));
      const hint = didYouMean(key, known) ?? (known.length > 0 ? `known here: ${known.sort().join(', ')}` : undefined);
      return {
        pointer: `${pointer}/${pointerPart(key)}`,
        atKey: true,
        code: 'UNKNOWN_OPTION',
        message: `"${key}" is not known here`,
        hint,
      };
    }
    case 'required': {
      const key = String(error.params.missingProperty);
      const slip = slipOf(key, value, parent);
      if (slip !== undefined) {
        const at = `${pointer}/${pointerPart(slip)}`;
        return { pointer: at, atKey: true, code: 'UNKNOWN_OPTION', message: `"${slip}" is not known here`, hint: `did you mean "${key}"?` };
      }
      const description = textAt(valueAt(parent, `/properties/${pointerPart(key)}`), 'description');
      return { pointer, code: 'MISSING_OPTION', message: `"${key}" is missing`, hint: description };
    }
    case 'propertyNames': {
      const key = String(error.params.propertyName);
      const says = 'a name is camelCase and starts with a lower-case letter';
      return {
        pointer: `${pointer}/${pointerPart(key)}`,
        atKey: true,
        code: 'BAD_OPTION',
        message: `"${key}" cannot be a key here`,
        hint: says,
      };
    }
    case 'enum':
      return pointer.endsWith('/widget') ? unknownWidget(pointer, value, project) : notOneOf(pointer, value, error.params.allowedValues);
    case 'not':
      return unknownStep(pointer, value, parent);
    case 'const':
      return { pointer, code: 'BAD_OPTION', message: `must be ${JSON.stringify(error.params.allowedValue)}` };
    case 'type':
      return {
        pointer,
        code: 'BAD_OPTION',
        message: `must be ${typeNames(error.params.type)}, is ${kindOf(value)}`,
        hint: textAt(parent, 'description'),
      };
    case 'pattern':
      return {
        pointer,
        code: 'BAD_OPTION',
        message: `${JSON.stringify(value)} has not the form expected here`,
        hint: textAt(parent, 'description') ?? `must match ${String(error.params.pattern)}`,
      };
    default:
      return { pointer, code: 'BAD_OPTION', message: error.message ?? error.keyword, hint: textAt(parent, 'description') };
  }
}

/** A key nobody knows that was probably meant to be the missing one. */
function slipOf(missing: string, value: unknown, schema: unknown): string | undefined {
  const known = Object.keys(objectAt(schema, 'properties'));
  return Object.keys(isObject(value) ? value : {}).find((key) => !known.includes(key) && suggest(key, [missing]) === missing);
}

function unknownWidget(pointer: string, value: unknown, project: Pick<Project, 'shapes'>): Placed {
  const word = String(value);
  const shape = Object.hasOwn(project.shapes, word) ? project.shapes[word] : undefined;
  if (shape?.kind === 'field') {
    const message = `"${word}" is a field and lives in a form`;
    return { pointer, code: 'FIELD_OUTSIDE_FORM', message, hint: 'put it into the fields of a form' };
  }
  const hint = didYouMean(word, Object.keys(project.shapes)) ?? 'docs/reference/widgets.md lists every widget';
  return { pointer, code: 'UNKNOWN_WIDGET', message: `there is no widget "${word}"`, hint };
}

function notOneOf(pointer: string, value: unknown, allowed: unknown): Placed {
  const values: unknown[] = Array.isArray(allowed) ? allowed : [];
  const words = values.map(String);
  const listed = (all: readonly string[]) => all.slice(0, 12).join(', ') + (all.length > 12 ? ' ...' : '');
  if (typeof value === 'string') {
    return {
      pointer,
      code: 'BAD_OPTION',
      message: `${JSON.stringify(value)} is not one of ${listed(words)}`,
      hint: didYouMean(value, words),
    };
  }
  if (!values.every((one) => typeof one === 'string')) {
    return { pointer, code: 'BAD_OPTION', message: `${JSON.stringify(value)} is not one of ${listed(words)}` };
  }
  // 0 for "0": the words look the same, what differs is the kind.
  const meant = typeof value === 'object' ? undefined : values.find((one) => one === String(value));
  const texts = listed(values.map((one) => JSON.stringify(one)));
  return {
    pointer,
    code: 'BAD_OPTION',
    message: `${kindOf(value)} is not one of the texts ${texts}`,
    hint: meant === undefined ? undefined : `write "${meant}", with the quotes`,
  };
}

function unknownStep(pointer: string, value: unknown, parent: unknown): Placed {
  const known = textsAt(parent, 'x-steps');
  const keys = Object.keys(isObject(value) ? value : {});
  const hints = keys.map((key) => didYouMean(key, known));
  const slip = hints.findIndex((found) => found !== undefined);
  const hint = hints[slip] ?? `a step has one of ${known.join(', ')}`;
  const message =
    keys.length === 0 ? 'a step without a key does nothing' : `no step is called ${keys.map((key) => `"${key}"`).join(' or ')}`;
  const at = keys[slip] === undefined ? pointer : `${pointer}/${pointerPart(keys[slip])}`;
  return { pointer: at, code: 'BAD_STEP', message, hint };
}

function typeNames(types: unknown): string {
  const words = Array.isArray(types) ? types.map(String) : String(types).split(',');
  return words.map((word) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`)).join(' or ');
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return `the ${typeof value} ${JSON.stringify(value)}`;
}
