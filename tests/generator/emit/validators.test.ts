import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { standalone } from '../../../generator/emit/standalone.ts';
import { kinds, readDocuments } from '../../../generator/read/documents.ts';
import { filesBelow } from '../../../server/documents/files-below.ts';
import { type ValidatedKind, validateDocument } from '../../../src/generated/validators/documents.js';
import { responseValidators } from '../../../src/generated/validators/responses/index.ts';
import { isEqual, textLength } from '../../../src/generated/validators/runtime.js';
import { root } from '../support/temporary-project.ts';

const documents = readDocuments(root, [join(root, 'schemas')]);
const folder = join(root, 'src/generated/validators');

describe('validators of documents', () => {
  it.each(documents.all.map((document) => [document.source.path, document] as const))('accepts %s', (_path, { kind, source }) => {
    expect(validateDocument(kind, source.value)).toEqual([]);
  });

  it.each(kinds)('refuses an unknown key and a wrong version of a %s', (kind: ValidatedKind) => {
    const shipped = documents.of(kind)[0]?.source.value ?? {};
    const errors = validateDocument(kind, { ...shipped, version: 2, titel: 1 });
    expect(errors).toContainEqual(expect.objectContaining({ pointer: '/version', keyword: 'const' }));
    expect(errors).toContainEqual(
      expect.objectContaining({ pointer: '', keyword: 'additionalProperties', params: { additionalProperty: 'titel' } }),
    );
  });

  const page = (body: unknown[], more = {}) => ({ $schema: 'x', version: 1, title: 'a.b', body, ...more });
  const errorsOf = (value: unknown) => validateDocument('page', value).map(({ pointer, keyword }) => `${pointer} ${keyword}`);

  it('gives one error with the right pointer for one mistake', () => {
    const nested = { widget: 'section', body: [{ widget: 'text', text: 'a.b', size: [] }] };
    expect(errorsOf(page([{ widget: 'section', body: [{ widget: 'tekst', text: 'a.b' }] }]))).toEqual(['/body/0/body/0/widget enum']);
    expect(errorsOf(page([{ widget: 'section', body: [], colapsed: true }]))).toEqual(['/body/0 additionalProperties']);
    expect(errorsOf(page([{ widget: 'section' }]))).toEqual(['/body/0 required']);
    expect(errorsOf(page([nested])).every((error) => error.startsWith('/body/0/body/0'))).toBe(true);
    expect(errorsOf(page([{ widget: 'input', name: 'x' }]))).toEqual(['/body/0/widget enum']);
    expect(errorsOf(page([], { onOpen: [{ notify: 'a.b', levl: 'info' }] }))).toEqual(['/onOpen/0 additionalProperties']);
    expect(errorsOf(page([], { onOpen: [{ notifi: 'a.b' }] }))).toEqual(['/onOpen/0 not']);
    expect(errorsOf(page([], { onOpen: [{ each: '{{ [] }}', do: [{ open: 'Bad Name' }] }] }))).toEqual(['/onOpen/0/do/0/open pattern']);
    expect(errorsOf(page([], { data: { rows: { cal: 'a.b' } } }))).toEqual(['/data/rows required', '/data/rows additionalProperties']);
  });

  it('admits an expression for a value and refuses it for nodes', () => {
    expect(errorsOf(page([{ widget: 'section', body: [], collapsed: '{{ state.x }}' }]))).toEqual([]);
    expect(errorsOf(page([{ widget: 'section', body: [], collapsed: 'yes' }]))).toEqual(['/body/0/collapsed type']);
    expect(errorsOf(page([{ widget: 'section', body: '{{ state.x }}' }]))).toEqual(['/body/0/body type']);
  });

  it('answers for a kind that does not exist', () => {
    expect(validateDocument('constructor' as ValidatedKind, {})).toHaveLength(1);
  });
});

it('validators bring no words for people and no places in schemas, and judge properties of such names', async () => {
  const text = { type: 'string', description: 'Said to people.' };
  const properties = { title: text, description: text, default: { ...text, title: 'Default' }, examples: text, type: text };
  const schema = { $id: 'targus://sample', type: 'object', title: 'Sample', properties, required: ['title'], 'x-word': 1 };
  const code = standalone([schema], { validate: 'targus://sample' }, {}, './runtime.js');
  for (const word of ['Said to people', 'Sample', 'schemaPath', 'x-word']) expect(code).not.toContain(word);
  const { validate } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(validate({ title: 'a', description: 'b', default: 'c', examples: 'd', type: 'e' })).toBe(true);
  for (const name of Object.keys(properties)) {
    expect(validate({ title: 'a', [name]: 1 })).toBe(false);
    expect(validate.errors[0]).toMatchObject({ instancePath: `/${name}`, keyword: 'type' });
  }
  expect(validate({})).toBe(false);
});

describe('validators of answers', () => {
  it('accept what the contract promises, with more, and refuse another shape with its place', async () => {
    const validate = (await responseValidators.dictionary?.())?.default.types;
    if (!validate) throw new Error('the contract dictionary.types is gone');
    expect(validate('no list')).toBe(false);
    expect(validate.errors?.[0]).toMatchObject({ instancePath: '', keyword: 'type' });
    expect(validate([])).toBe(true);
  });

  it('load for every service', async () => {
    for (const [service, load] of Object.entries(responseValidators)) {
      for (const [name, validate] of Object.entries((await load()).default)) expect(typeof validate, `${service}.${name}`).toBe('function');
    }
  });
});

describe('code of the validators', () => {
  it('holds no eval, no new Function and no require, so that it runs under a strict CSP', () => {
    const scripts = filesBelow(folder).filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(3);
    for (const path of scripts) expect(readFileSync(path, 'utf8').match(/\beval\(|\bFunction\(|\brequire\(/g), path).toBeNull();
  });

  it('counts code points and compares deeply', () => {
    expect(textLength('a😀中')).toBe(3);
    expect(isEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
    expect(isEqual({ a: [1] }, { a: { 0: 1 } })).toBe(false);
    expect(isEqual({ a: undefined }, { b: undefined })).toBe(false);
  });

  it('stays a few megabytes', () => {
    expect(readFileSync(join(folder, 'documents.js')).length).toBeLessThan(5_000_000);
  });
});
