import { expect, it } from 'vitest';
import { checkOverlay } from '../../../generator/check/overlay.ts';
import { admitOverlay } from '../../../server/documents/admit.ts';
import { rememberingPass } from '../../../server/documents/checker.ts';
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

it('refuses the text of an overlay whose placeholders differ from those of the product, and nothing else', async () => {
  const document = (path: string, content: object): OverlayFile => ({ path, file: `overlay/${path}`, text: JSON.stringify(content) });
  const own = { version: 1, language: 'en', area: 'template', texts: { version: 'Version' } };
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
  const { refused } = await admitOverlay({ texts, unreadable: [] }, new Map(), check, () => false);
  const hints = Object.fromEntries(refused.map(({ path, errors }) => [path, errors.map(({ hint }) => hint)]));
  expect(hints[form('inptu').path]).toEqual(['did you mean "input"?']);
  expect(hints[page.path]).toEqual(['it lies there and is refused: mend overlay/forms/mine/note.form.json first']);
  expect(hints[menu.path]).toEqual(['it lies there and is refused: mend overlay/registers/mine.register.json first']);
  const { errors } = checkOverlay(process.cwd(), [register, menu]);
  expect(errors.find(({ path }) => path === menu.path)?.hint).toContain('the register "mine" is there');

  const good = [form('input'), page];
  const all = new Map(good.map((file) => [file.path, file]));
  const without = { texts: new Map([[page.path, page]]), unreadable: [] };
  const [gone] = (await admitOverlay(without, all, check, () => false)).refused;
  expect(gone).toMatchObject({ path: form('input').path, served: 'last good version' });
  expect(gone?.errors.map(({ hint }) => hint)).toEqual(['overlay/forms/mine/note.form.json was deleted, and this still needs it']);
});
