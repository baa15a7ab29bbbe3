import { isUtf8 } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { parseArgs } from 'node:util';
import { compileMenu } from '../../src/core/menu.ts';
import type { MenuRow } from '../../src/core/types.ts';
import { jsonText } from '../emit/output.ts';
import { textAt } from '../json.ts';
import { readDocuments } from '../read/documents.ts';
import { schemaLineOf } from '../read/schema-line.ts';
import { type Conversion, convertRows } from './convert.ts';
import { rowsOfJson, rowsOfSql } from './source-rows.ts';
import { readInserts } from './sql.ts';
import { UnfinishedText } from './tokens.ts';

const help = 'import-menu FILE [--out FILE]     FILE is JSON, or SQL with inserts into a table of menus';

export interface ImportedMenu extends Conversion {
  document: object;
  /** Rows of a menu in the file, those that could not be read included. */
  found: number;
}

/**
 * Menu rows of another system, as JSON or SQL, as a menu document. `schemaLine` is its `$schema`, the way from where it will stand to the
 * meta-schema. Errors: SyntaxError and UnfinishedText for files that cannot be read.
 */
export function importMenu(text: string, schemaLine = '../meta/menu.schema.json'): ImportedMenu {
  const read = isJson(text) ? { ...rowsOfJson(JSON.parse(text)), guessed: [] } : readSql(text);
  const conversion = convertRows(read.rows);
  const document = {
    ...{ $schema: schemaLine, version: 1, use: 'seed' },
    ...{ description: `Imported from a menu of ${conversion.items.length} rows.`, items: conversion.items },
  };
  const guessed = [...read.guessed, ...conversion.guessed];
  return { ...conversion, document, found: read.found, guessed, dropped: [...read.dropped, ...conversion.dropped] };
}

function readSql(text: string) {
  const { rows, ...rest } = readInserts(text);
  return { rows: rowsOfSql(rows), ...rest };
}

/** `import-menu`: prints the document, or writes it, and the report beside it. Returns 1 when no row was found, 2 for wrong usage. */
export function runImportMenu(root: string, args: string[]): number {
  let read: string | undefined;
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { out: { type: 'string' } } });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new TypeError('import-menu takes one file');
    if (!existsSync(file)) throw new TypeError(`there is no file ${file}`);
    read = file;
    const bytes = readFileSync(file);
    if (!isUtf8(bytes)) throw new TypeError(`${file} is not UTF-8: save it so, such as in place of GBK`);
    const text = bytes.toString('utf8');
    const imported = values.out === undefined ? importMenu(text) : importMenu(text, schemaLineOf(root, resolvePath(values.out), 'menu'));
    if (imported.found === 0) {
      console.error([nothingFound(file, text), ...imported.dropped.map((line) => `  dropped: ${line}`)].join('\n'));
      return 1;
    }
    if (values.out === undefined) console.log(jsonText(imported.document).trimEnd());
    else {
      mkdirSync(dirname(values.out), { recursive: true });
      writeFileSync(values.out, jsonText(imported.document));
    }
    console.error(reportOf(root, imported));
    return imported.items.length > 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof UnfinishedText || error instanceof SyntaxError) console.error(`The file cannot be read: ${error.message}`);
    else if (error instanceof TypeError) console.error(`${error.message}\n\n${help}`);
    else if (error instanceof Error && 'syscall' in error)
      console.error(`${read ?? 'The file'} cannot be read or written: ${error.message}`);
    else throw error;
    return 2;
  }
}

/** Nothing was read and nothing guessed: what was looked for is all there is to say. */
function nothingFound(file: string, text: string): string {
  return isJson(text)
    ? `no rows of a menu were found in ${file}: a list of objects, or an object that holds one as items, data, rows, records, content, menus, list or result`
    : `no inserts into a table of menus were found in ${file}: a table whose name ends in "menu", such as sys_menu`;
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

/** What was converted, guessed and dropped, and what is left to do. */
function reportOf(root: string, { items, origins, dialect, guessed, dropped }: ImportedMenu): string {
  const documents = readDocuments(root, [join(root, 'schemas')]);
  const count = (type: string) => items.filter((item) => item.type === type).length;
  const pages = items.map((item) => textAt(item, 'component')).filter((page) => page !== undefined);
  const missing = [...new Set(pages.filter((page) => !documents.find('page', page)))].sort();
  const compiled = compileMenu(items as unknown as MenuRow[], {
    document: 'imported',
    mainLayout: 'main',
    externalRoute: '/external-link',
  });
  const section = (title: string, lines: string[]): string[] => [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
  return [
    `converted: ${items.length} rows (${count('0')} directories, ${count('1')} pages, ${count('2')} buttons), dialect ${dialect}`,
    ...section('guessed', guessed),
    ...section('dropped', dropped),
    ...section(
      'still wrong',
      compiled.problems.map(({ pointer, code, message }) => {
        const origin = origins[Number(/^\/(\d+)/.exec(pointer)?.[1])];
        return `${origin === undefined ? '' : `${origin}: `}${code} ${message} (/items${pointer})`;
      }),
    ),
    ...section('pages to write', missing),
  ].join('\n');
}
