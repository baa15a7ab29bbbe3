import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkOverlay } from '../../../generator/check/overlay.ts';
import { root } from '../support/temporary-project.ts';

const path = 'registers/task.register.json';
const shipped = readFileSync(join(root, 'schemas', path), 'utf8');
const found = (text: string, more: { path: string; file: string; text: string }[] = []) =>
  checkOverlay(root, [{ path, file: `schemas.local/${path}`, text }, ...more]).errors.map(({ file, line, code }) => [file, line, code]);
const lineOf = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1;

it('what is wrong in a page made of a register is told at the line of the register that an overlay changed', () => {
  expect(found(shipped)).toEqual([]);
  const misspelt = shipped.replace('"dictionary": "risk-level"', '"dictionary": "risk-levle"');
  const at = lineOf(misspelt, 'risk-levle');
  // Form, list and page have it, and it is said once.
  expect(found(misspelt)).toEqual([[`schemas.local/${path}`, at, 'UNKNOWN_DICTIONARY']]);
  const gone = shipped.replace('"display": "title"', '"display": "titel"');
  expect(found(gone)).toContainEqual([`schemas.local/${path}`, lineOf(gone, 'titel'), 'REGISTER']);
});

it('a part of what a register stands for is changed by an amendment, and replaced by an own document', () => {
  const amendment = (change: object) => ({
    ...{ path: 'amendments/tables/registers/task.amendment.json', file: 'task.amendment.json' },
    text: JSON.stringify({ $schema: '../../../meta/amendment.schema.json', version: 1, changes: [change] }),
  });
  expect(found(shipped, [amendment({ op: 'replace', path: '/columns/name=code/width', value: 140 })])).toEqual([]);
  const lost = found(shipped, [amendment({ op: 'replace', path: '/columns/name=cod/width', value: 140 })]);
  expect(lost).toEqual([['task.amendment.json', 1, 'AMENDMENT_PATH']]);
  const form = { $schema: '../../meta/form.schema.json', version: 1, fields: [{ widget: 'input', name: 'title', label: 'common.nmae' }] };
  const own = { path: 'forms/registers/task.form.json', file: 'task.form.json', text: JSON.stringify(form) };
  expect(found(shipped, [own])).toContainEqual(['task.form.json', 1, 'UNKNOWN_TEXT']);
});
