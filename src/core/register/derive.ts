import { isObject } from '../json-object.ts';
import { recordPage } from './derived-detail.ts';
import { formField } from './derived-form.ts';
import { addPage, page, viewPage } from './derived-page.ts';
import { table } from './derived-table.ts';
import { folder, type Part } from './derived-words.ts';
import type { RegisterDocument } from './document.ts';
import { isInForm, viewsOf } from './reading.ts';

/** Whether a path below schemas/ is that of a register, and the id of it. */
export function registerIdOf(path: string): string | undefined {
  return /^registers\/(.+)\.register\.json$/.exec(path)?.[1];
}

/** The contract of the calls that pages of registers make: a product without it has none of these pages. */
export const registerService = 'services/register.service.json';

/**
 * The documents a register stands for, by their path below schemas/: its page with list, form, moves and history, the table and the form. What an
 * own document has at such a path takes its place; a part of it is changed by an amendment.
 * Of what does not fit the meta-schema nothing is made: it says so itself, and costs nothing else.
 */
export function derivedDocuments(id: string, value: unknown): Record<string, unknown> {
  if (!isRegister(value)) return {};
  const document = value;
  const name = `${folder}/${id}`;
  const up = '../'.repeat(name.split('/').length);
  const of = (kind: string, rest: Part) => ({ $schema: `${up}meta/${kind}.schema.json`, version: 1, ...rest });
  return {
    [`pages/${name}.page.json`]: of('page', page(id, document)),
    ...Object.fromEntries(
      (document.views ? viewsOf(document) : []).map((view) => [
        `pages/${name}/${view.name}.page.json`,
        { ...of('page', viewPage(id, document, view)), $schema: `../${up}meta/page.schema.json` },
      ]),
    ),
    [`pages/${name}/record.page.json`]: { ...of('page', recordPage(id, document)), $schema: `../${up}meta/page.schema.json` },
    ...(document.permissions.add !== undefined && {
      [`pages/${name}/add.page.json`]: {
        ...of('page', addPage(id, document, document.permissions.add)),
        $schema: `../${up}meta/page.schema.json`,
      },
    }),
    [`tables/${name}.table.json`]: of('table', table(id, document)),
    [`forms/${name}.form.json`]: of('form', { fields: document.fields.filter(isInForm).map((field) => formField(id, document, field)) }),
  };
}

/** Whether a document has the shape that is gone through here. */
export function isRegister(value: unknown): value is RegisterDocument {
  if (!isObject(value) || !isText(value.title) || !isObject(value.permissions) || typeof value.display !== 'string') return false;
  const { list, add, edit, remove } = value.permissions;
  const { fields, states = [], moves = [], warnings = [], views = [], reach = [], links = [] } = value;
  return (
    typeof list === 'string' &&
    [add, edit, remove].every((permission) => permission === undefined || typeof permission === 'string') &&
    isListOf(fields, isField) &&
    isListOf(states, isState) &&
    isListOf(moves, isMove) &&
    isListOf(reach, isReach) &&
    isListOf(links, isLink) &&
    Array.isArray(warnings) &&
    Array.isArray(views) &&
    views.every(isView)
  );
}

function isField({ name, type, label, value = '', over = {} }: Part): boolean {
  return typeof name === 'string' && typeof type === 'string' && isText(label) && typeof value === 'string' && isObject(over);
}

function isState({ name, label, tone = '', editable = [] }: Part): boolean {
  const isOpen = editable === false || Array.isArray(editable) || (isObject(editable) && isTexts(editable.except));
  return typeof name === 'string' && isText(label) && typeof tone === 'string' && isOpen;
}

function isMove({ name, label, from, asks = [], shows = [] }: Part): boolean {
  const isAsked = (ask: unknown) => typeof ask === 'string' || (isObject(ask) && typeof ask.field === 'string');
  return typeof name === 'string' && isText(label) && Array.isArray(from) && Array.isArray(asks) && asks.every(isAsked) && isTexts(shows);
}

const isLink = ({ label, to }: Part): boolean => isText(label) && typeof to === 'string';

function isReach({ permission, by, states = [] }: Part): boolean {
  return typeof permission === 'string' && isTexts(by) && isTexts(states);
}
const isTexts = (list: unknown): boolean => Array.isArray(list) && list.every((text) => typeof text === 'string');

function isView(view: unknown): boolean {
  if (typeof view === 'string') return true;
  if (!isObject(view) || typeof view.name !== 'string') return false;
  const { label = '', where = {}, by = '', date = '' } = view;
  return isText(label) && isObject(where) && typeof by === 'string' && typeof date === 'string';
}

function isListOf(list: unknown, fits: (entry: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(list) && list.every((entry) => isObject(entry) && fits(entry));
}
function isText(value: unknown): boolean {
  return typeof value === 'string' || isObject(value);
}
