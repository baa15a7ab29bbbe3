import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkOverlay } from '../../../generator/check/overlay.ts';
import { admitOverlay } from '../../../server/documents/admit.ts';
import { rememberingPass } from '../../../server/documents/checker.ts';
import { guarded } from '../../../server/documents/guard.ts';
import { type OverlayFiles, sameFiles } from '../../../server/documents/overlay-files.ts';
import type { OverlayFile } from '../../../src/core/types.ts';

/** A check that refuses every document with a fault in it, and how often it was asked. */
function countingCheck() {
  const counted = { asked: 0 };
  const check = rememberingPass(async (files) => {
    counted.asked += 1;
    const faulty = files.filter(({ text }) => text.includes('fault'));
    const errors = faulty.map(({ path, file }) => ({
      path,
      file,
      line: 1,
      column: 1,
      pointer: '',
      code: 'FAULTY',
      message: 'has a fault',
    }));
    return { errors, contracts: errors.length === 0 ? {} : undefined };
  });
  const admit = (accepted: OverlayFiles, product: string, text: string) =>
    admitOverlay({ texts: overlay(text), unreadable: [] }, accepted, check(product), () => false);
  return { counted, admit };
}

function overlay(text: string): OverlayFiles {
  const file: OverlayFile = { path: 'a.page', file: 'a.page.json', text };
  return new Map([[file.path, file]]);
}

it('refuses the text of an overlay that tells what the product does not give it, and nothing else', async () => {
  const document = (path: string, content: object): OverlayFile => ({ path, file: `overlay/${path}`, text: JSON.stringify(content) });
  const own = { version: 1, language: 'en', area: 'template', texts: { version: 'Version {{numbr}}' } };
  const files = [
    document('locales/en/own.locale.json', own),
    document('rules/innocent.rule.json', { version: 1, maxLength: 3, message: { en: 'a', 'zh-Hans': 'a', 'zh-Hant': 'a' } }),
  ];
  const texts = new Map(files.map((file) => [file.path, file]));
  const check = async (given: readonly OverlayFile[]) => checkOverlay(process.cwd(), given);
  const { accepted, refused } = await admitOverlay({ texts, unreadable: [] }, new Map(), check, () => false);
  expect(refused.map(({ path, errors }) => [path, ...errors.map(({ code }) => code)])).toEqual([[files[0]?.path, 'TEXT_PLACEHOLDER']]);
  expect([...accepted.keys()]).toEqual([files[1]?.path]);
});

it('looks once at a refused change, and not again at the version it goes back to', async () => {
  const { counted, admit } = countingCheck();
  const { accepted } = await admit(new Map(), 'product 1', 'good');
  expect(counted.asked).toBe(1);
  const refused = await admit(accepted, 'product 1', 'a fault');
  expect(counted.asked).toBe(2);
  expect(refused.refused.map(({ served }) => served)).toEqual(['last good version']);
  expect(refused.contracts).toEqual({});
  expect(sameFiles(refused.accepted, accepted)).toBe(true);
});

it('looks again at the version a refused change goes back to when the product is another', async () => {
  const { counted, admit } = countingCheck();
  const { accepted } = await admit(new Map(), 'product 1', 'good');
  await admit(accepted, 'product 2', 'a fault');
  expect(counted.asked).toBe(3);
});

it('never lets pass what was refused before', async () => {
  const { counted, admit } = countingCheck();
  const { accepted } = await admit(new Map(), 'product 1', 'good');
  await admit(accepted, 'product 1', 'a fault');
  const again = await admit(accepted, 'product 1', 'a fault');
  expect(counted.asked).toBe(3);
  expect(again.refused).toHaveLength(1);
});

it('tells of what lacks a refused document which one is to be mended first', async () => {
  const document = (path: string, content: object): OverlayFile => ({ path, file: `overlay/${path}`, text: JSON.stringify(content) });
  const words = { en: 'a', 'zh-Hans': 'a', 'zh-Hant': 'a' };
  const form = (widget: string) => document('forms/mine/note.form.json', { version: 1, fields: [{ widget, name: 'note', label: words }] });
  const page = document('pages/mine/note.page.json', {
    ...{ version: 1, title: words },
    body: [{ widget: 'form', name: 'edit', form: 'mine/note' }],
  });
  const register = document('registers/mine.register.json', { version: 1, title: words });
  const menu = document('menus/mine.menu.json', {
    ...{ version: 1, use: 'seed' },
    items: [{ menuId: 'mine', parentId: '0', type: '1', name: 'Mine', url: '/mine', component: 'main#registers/mine' }],
  });
  const texts = new Map([form('inptu'), page, register, menu].map((file) => [file.path, file]));
  const check = async (given: readonly OverlayFile[]) => checkOverlay(process.cwd(), given);
  const { refused, accepted } = await admitOverlay({ texts, unreadable: [] }, new Map(), check, () => false);
  const hints = Object.fromEntries(refused.map(({ path, errors }) => [path, errors.map(({ hint }) => hint)]));
  expect(hints[form('inptu').path]).toEqual(['did you mean "input"?']);
  expect(hints[page.path]).toEqual(['it lies there and is refused: mend overlay/forms/mine/note.form.json first']);
  expect(hints[menu.path]).toEqual(['it lies there and is refused: mend overlay/registers/mine.register.json first']);
  expect([...accepted.keys()]).toEqual([menu.path]);
  expect(refused.find(({ path }) => path === menu.path)?.served).toBe('document but for these rows');
  const { rows = [] } = checkOverlay(process.cwd(), [register, menu]);
  expect(rows.find(({ path }) => path === menu.path)?.hint).toContain('the register "mine" is there');

  const good = [form('input'), page];
  const all = new Map(good.map((file) => [file.path, file]));
  const without = { texts: new Map([[page.path, page]]), unreadable: [] };
  const [gone] = (await admitOverlay(without, all, check, () => false)).refused;
  expect(gone).toMatchObject({ path: form('input').path, served: 'last good version' });
  expect(gone?.errors.map(({ hint }) => hint)).toEqual(['overlay/forms/mine/note.form.json was deleted, and this still needs it']);
});

it('a register that no longer fits a newer product goes back alone, and takes no other document with it', async () => {
  const shipped = readFileSync('schemas/registers/audit-finding.register.json', 'utf8');
  const register = { ...file('registers/audit-finding.register.json', {}), text: shipped.replaceAll(/\breported\b/g, 'told') };
  const words = { en: 'a', 'zh-Hans': 'a', 'zh-Hant': 'a' };
  const innocent = file('rules/innocent.rule.json', { version: 1, maxLength: 3, message: words });
  const files = mapOf(register, innocent);
  // It was accepted with the product of before, whose reports did not count its findings.
  const { errors, named } = checkOverlay(process.cwd(), [...files.values()]);
  const faulty = [...new Set(errors.map(({ path }) => path))];
  expect(faulty).toContain('registers/audit-report.register.json');
  expect(faulty).not.toContain(register.path);
  expect(named).toEqual(Object.fromEntries(faulty.map((path) => [path, [register.path]])));
  for (const accepted of [files, new Map() as OverlayFiles]) {
    const result = await admitted(files, accepted);
    expect([...result.accepted.keys()]).toEqual([innocent.path]);
    expect(result.refused.map(({ path, errors: [first] }) => [path, first?.path])).toEqual([[register.path, errors[0]?.path]]);
  }
});

it('a register that fits neither a newer product nor the data without it goes back: what cannot be served cannot stay', async () => {
  const shipped = readFileSync('schemas/registers/audit-finding.register.json', 'utf8');
  const path = 'registers/audit-finding.register.json';
  const register = { ...file(path, {}), text: shipped.replaceAll(/\breported\b/g, 'told') };
  const files = mapOf(register);
  const look = guarded(
    async (given) => checkOverlay(process.cwd(), [...given]),
    async (_path, text) => (text?.includes('"told"') ? [] : [{ message: '1 record is in the state "told"' }]),
    { before: files, shipped: () => shipped, isKnown: true },
  );
  const { accepted, refused } = await admitOverlay({ texts: files, unreadable: [] }, files, look, () => true);
  expect([...accepted.keys()]).toEqual([]);
  expect(refused.map((one) => [one.path, one.served])).toEqual([[path, 'shipped document']]);
});

it('a document that was deleted and is needed, but does not fit a newer product, is gone, and the rest is served', async () => {
  const document = file('pages/gone.page.json', {});
  const other = file('pages/stays.page.json', {});
  const isThere = (given: readonly OverlayFile[]) => given.some(({ path }) => path === document.path);
  const error = { path: document.path, file: document.file, line: 1, column: 1, pointer: '', code: 'FAULTY', message: 'is wrong' };
  const look = guarded(
    async (given) => ({ errors: isThere(given) ? [error] : [], contracts: {} }),
    async (path, text) => (path === document.path && text === undefined ? [{ message: 'the data needs it' }] : []),
    { before: mapOf(document, other), shipped: () => undefined, isKnown: true },
  );
  const { accepted } = await admitOverlay({ texts: mapOf(other), unreadable: [] }, mapOf(document, other), look, () => false);
  expect([...accepted.keys()]).toEqual([other.path]);
});

it('a check that takes a document away and puts it back is no reason to look for ever', async () => {
  const files = mapOf(file('pages/own.page.json', {}));
  const error = { path: 'pages/own.page.json', file: 'own', line: 1, column: 1, pointer: '', code: 'FAULTY', message: 'is wrong' };
  const check = async () => ({ errors: [error], contracts: undefined });
  await expect(admitOverlay({ texts: files, unreadable: [] }, files, check, () => false)).rejects.toThrow(/pages\/own\.page\.json/);
});

const shown = (name: string, component: string) => ({ menuId: name, parentId: '0', type: '1', name, url: `/${name}`, component });
const ownMenu = (...items: object[]): OverlayFile => file('menus/mine.menu.json', { version: 1, use: 'application', items });
const ownPage = (id: string, widget = 'text'): OverlayFile => {
  const text = { en: 'a', 'zh-Hans': 'a', 'zh-Hant': 'a' };
  return file(`pages/${id}.page.json`, { version: 1, title: text, body: [{ widget, text }] });
};
function file(path: string, content: object): OverlayFile {
  return { path, file: `overlay/${path}`, text: JSON.stringify(content) };
}
const mapOf = (...files: OverlayFile[]): OverlayFiles => new Map(files.map((one) => [one.path, one]));
const admitted = (files: OverlayFiles, accepted: OverlayFiles = new Map()) =>
  admitOverlay(
    { texts: files, unreadable: [] },
    accepted,
    async (given) => checkOverlay(process.cwd(), given),
    () => false,
  );
const toldOf = ({ refused }: Awaited<ReturnType<typeof admitted>>) =>
  refused.flatMap(({ path, served, errors }) => errors.map(({ pointer, code, hint }) => [path, served, pointer, code, hint]));

it('a row whose page is refused or missing holds back no other row of its menu, and says which page and why', async () => {
  const menu = ownMenu(shown('good', 'main#own/good'), shown('bad', 'main#own/bad'), shown('typed', 'main#own/goood'));
  const result = await admitted(mapOf(ownPage('own/good'), ownPage('own/bad', 'txet'), menu));
  expect([...result.accepted.keys()].sort()).toEqual(['menus/mine.menu.json', 'pages/own/good.page.json']);
  expect(toldOf(result)).toEqual([
    ['pages/own/bad.page.json', 'nothing', '/body/0/widget', 'UNKNOWN_WIDGET', 'did you mean "text"?'],
    [
      ...['menus/mine.menu.json', 'document but for these rows', '/items/1/component', 'UNKNOWN_PAGE'],
      'it lies there and is refused: mend overlay/pages/own/bad.page.json first',
    ],
    ['menus/mine.menu.json', 'document but for these rows', '/items/2/component', 'UNKNOWN_PAGE', 'did you mean "own/good"?'],
  ]);
  // Mended, it is as any other; unchanged, it is told again and still served.
  const kept = await admitted(mapOf(ownPage('own/good'), menu), result.accepted);
  expect([...kept.accepted.keys()].sort()).toEqual([...result.accepted.keys()].sort());
  expect(kept.refused.map(({ served, errors }) => [served, errors.length])).toEqual([['document but for these rows', 2]]);
});

it('a page is not deleted under a menu row, and what else is wrong with a menu still holds it back', async () => {
  const menu = ownMenu(shown('good', 'main#own/good'), shown('gone', 'main#own/gone'));
  const before = await admitted(mapOf(ownPage('own/good'), ownPage('own/gone'), menu));
  expect(before.refused).toEqual([]);
  const gone = await admitted(mapOf(ownPage('own/good'), menu), before.accepted);
  expect([...gone.accepted.keys()]).toContain('pages/own/gone.page.json');
  expect(toldOf(gone)).toEqual([
    [
      ...['pages/own/gone.page.json', 'last good version', '/items/1/component', 'UNKNOWN_PAGE'],
      'overlay/pages/own/gone.page.json was deleted, and this still needs it',
    ],
  ]);
  const torn = ownMenu({ ...shown('good', 'main#own/good'), vissible: '1' }, shown('typed', 'main#own/goood'));
  const refused = await admitted(mapOf(ownPage('own/good'), ownPage('own/gone'), torn), before.accepted);
  expect(toldOf(refused).map((told) => told.slice(0, 3))).toEqual([
    ['menus/mine.menu.json', 'last good version', '/items/0/vissible'],
    ['menus/mine.menu.json', 'last good version', '/items/1/component'],
  ]);
  expect(sameFiles(refused.accepted, before.accepted)).toBe(true);
});
