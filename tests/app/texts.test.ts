import { expect, it } from 'vitest';
import { Texts } from '../../src/app/texts.ts';

it('fills the placeholders of a wording as those of a text with a key, and leaves it alone without values', async () => {
  const texts = new Texts(async () => ({ 'shop.count': '{{count}} in all' }), 'en', 'en');
  await texts.load('en');
  const { translate } = texts;
  const wording = { en: '{{count}} closed by {{name}}', 'zh-Hans': '{{name}}', 'zh-Hant': '{{name}}' };
  expect(translate('shop.count', { count: 3 })).toBe('3 in all');
  expect(translate.localized(wording, { count: 3, name: '{{count}} <b>' })).toBe('3 closed by {{count}} <b>');
  expect(translate.localized(wording)).toBe('{{count}} closed by {{name}}');
});
