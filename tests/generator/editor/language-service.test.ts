import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { getLanguageService, TextDocument } from 'vscode-json-languageservice';
import { root } from '../support/temporary-project.ts';

/** The service VS Code and its kin use for JSON; schemas are read as an editor reads them, from the `$schema` line. */
const service = getLanguageService({
  schemaRequestService: async (uri) => readFileSync(fileURLToPath(uri), 'utf8'),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
});
service.configure({ validate: true });

/** A document with the cursor at `|`. */
function open(kind: string, text: string) {
  const at = text.indexOf('|');
  const uri = pathToFileURL(join(root, `schemas/${kind}s/sample.${kind}.json`)).href;
  const document = TextDocument.create(uri, 'json', 1, text.slice(0, at) + text.slice(at + 1));
  return { document, position: document.positionAt(at), json: service.parseJSONDocument(document) };
}

async function completions(kind: string, text: string): Promise<string[]> {
  const { document, position, json } = open(kind, text);
  const list = await service.doComplete(document, position, json);
  return (list?.items ?? []).map(({ label }) => label);
}

async function hover(kind: string, text: string): Promise<string> {
  const { document, position, json } = open(kind, text);
  return JSON.stringify((await service.doHover(document, position, json))?.contents ?? '');
}

const page = (more: string) => `{"$schema": "../meta/page.schema.json", "version": 1, "title": "common.save", ${more}}`;

describe('an editor that knows JSON Schema completes', { timeout: 60_000 }, () => {
  it('widgets, also inside other widgets', async () => {
    expect(await completions('page', page('"body": [{"widget": "|"}]'))).toEqual(
      expect.arrayContaining(['"table"', '"form"', '"section"']),
    );
    expect(await completions('page', page('"body": [{"widget": "section", "body": [{"widget": "|"}]}]'))).toContain('"button"');
  });

  it('the options of the widget, and their values', async () => {
    const options = await completions('page', page('"body": [{"widget": "table", |}]'));
    expect(options).toEqual(expect.arrayContaining(['columns', 'source', 'pageSize', 'when']));
    expect(options).not.toContain('onSubmit');
    expect(await completions('page', page('"body": [{"widget": "table", "paging": "|"}]'))).toEqual(
      expect.arrayContaining(['"server"', '"client"', '"none"']),
    );
  });

  it('calls, in data sources, steps and options', async () => {
    for (const text of [
      page('"data": {"list": {"call": "|"}}, "body": []'),
      page('"onOpen": [{"call": "|"}], "body": []'),
      page('"body": [{"widget": "table", "source": {"call": "|"}}]'),
    ]) {
      expect(await completions('page', text)).toEqual(expect.arrayContaining(['"dictionary.list"', '"login.user"']));
    }
  });

  it('keys of texts, in titles, options and steps', async () => {
    for (const text of [
      '{"$schema": "../meta/page.schema.json", "version": 1, "title": "|"}',
      page('"body": [{"widget": "button", "text": "|"}]'),
      page('"onOpen": [{"notify": "|"}], "body": []'),
    ]) {
      expect(await completions('page', text)).toEqual(expect.arrayContaining(['"common.save"', '"dictionary.title"']));
    }
  });

  it('forms, tables, rules and dictionaries', async () => {
    expect(await completions('page', page('"body": [{"widget": "form", "form": "|"}]'))).toContain('"system/dictionary-entry"');
    expect(await completions('page', page('"body": [{"widget": "table", "table": "|"}]'))).toContain('"system/dictionary"');
    const form = (more: string) =>
      `{"$schema": "../meta/form.schema.json", "version": 1, "fields": [{"widget": "select", "name": "a", ${more}}]}`;
    expect(await completions('form', form('"rules": ["|"]'))).toContain('"username"');
    expect(await completions('form', form('"dictionary": "|"'))).toContain('"sys_status"');
  });
});

describe('an editor that knows JSON Schema explains', { timeout: 60_000 }, () => {
  it('options where the pointer rests on them', async () => {
    expect(await hover('page', page('"body": [{"widget": "table", "row|Key": "id"}]'))).toContain('Property that identifies a row');
    expect(await hover('page', page('"data": {"a": {"call": "user.list", "po|ll": 30}}, "body": []'))).toContain(
      'Seconds between two calls',
    );
  });

  it('what is wrong, at its place', async () => {
    const { document, json } = open('page', page('"body": [{"widget": "section", "body": [], "colapsed": true}]|'));
    const problems = await service.doValidation(document, json);
    expect(problems.map(({ message, range }) => [message, document.getText(range)])).toEqual([
      [expect.stringContaining('colapsed'), '"colapsed"'],
    ]);
  });
});

it('README names every kind of document: its folder, and its schema for editors without the $schema line', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const kinds = readdirSync(join(root, 'schemas/meta')).flatMap((file) => /^(.+)\.schema\.json$/.exec(file)?.[1] ?? []);
  const documents = kinds.filter((kind) => kind !== 'common' && kind !== 'widget');
  const named = [...readme.matchAll(/"\*\.(.+)\.json"\], "url": "\.\/schemas\/meta\/(.+)\.schema\.json"/g)].flatMap(([, one, two]) =>
    one === two ? one : [],
  );
  expect(named.sort()).toEqual(documents.sort());
  const tree = /documents: ([^/]+)/.exec(readme)?.[1] ?? '';
  const folders = readdirSync(join(root, 'schemas')).filter((folder) => folder !== 'meta');
  expect((tree.match(/[a-z]+(?=[,\s])/g) ?? []).sort()).toEqual(folders.sort());
});
