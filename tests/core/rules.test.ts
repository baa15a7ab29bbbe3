import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkRule, isUrl, placeholdersOf, type RuleDocument, widthOf } from '../../src/core/index.ts';
import { cpuTime } from '../support/cpu-time.ts';

function part(rule: Partial<RuleDocument>, value: unknown): string | undefined {
  return checkRule({ version: 1, message: 'x', ...rule }, value)?.part;
}

/** Identity number with the right check character, computed by the formula of the standard and not by ours: 2^(17-i) mod 11. */
function identity(first17: string): string {
  let sum = 0;
  for (let index = 0; index < 17; index += 1) sum += Number(first17[index]) * (2 ** (17 - index) % 11);
  return first17 + '0123456789X'[(12 - (sum % 11)) % 11];
}

describe('empty values', () => {
  it.each([undefined, null, ''])('%j passes every rule', (value) => {
    for (const rule of [
      { pattern: 'x' },
      { minLength: 5 },
      { check: 'chinese-id' },
      { type: 'integer', minimum: 5 },
      { type: 'array', minItems: 1 },
      { type: 'file', extensions: ['.png'] },
    ] as const) {
      expect(part(rule as unknown as Partial<RuleDocument>, value)).toBeUndefined();
    }
  });

  it('[RULE-10] an empty list does not pass minItems', () => {
    expect(part({ type: 'array', minItems: 1 }, [])).toBe('minItems');
  });
});

describe('texts', () => {
  it('[RULE-01] letters and digits, at most 50', () => {
    const rule = { pattern: '[A-Za-z0-9]+', maxLength: 50 };
    expect([part(rule, 'admin1'), part(rule, 'ad min'), part(rule, 'admin\n'), part(rule, 'a'.repeat(51))]).toEqual([
      undefined,
      'pattern',
      'pattern',
      'maxLength',
    ]);
  });

  it('match as a whole, also with alternatives', () => {
    expect(part({ pattern: 'a|b' }, 'ab')).toBe('pattern');
    expect(part({ pattern: '^a$' }, 'a')).toBeUndefined();
  });

  it('count characters, not code units', () => {
    expect(part({ maxLength: 2 }, '𠮷𠮷')).toBeUndefined();
    expect(part({ minLength: 3 }, '𠮷𠮷')).toBe('minLength');
  });

  it.each(['visible-text', 'one-line'])('[RISK-06] %s refuses what nobody sees, and takes what languages write with', (name) => {
    const rule: RuleDocument = JSON.parse(readFileSync(join(import.meta.dirname, `../../schemas/rules/${name}.rule.json`), 'utf8'));
    const hidden = [0x07, 0xad, 0x61c, 0x200b, 0x200e, 0x202e, 0x2066, 0xfeff, 0xe0001, 0xe0041, 0xe007f];
    for (const code of hidden) expect(checkRule(rule, `a${String.fromCodePoint(code)}b`)?.part, code.toString(16)).toBe('pattern');
    // A joiner of Persian, one of an emoji, a variant of a Chinese character.
    for (const text of ['风险-Größe № 1 𠮷', 'می\u200cخواهم', '👩\u200d💻', '葛\u{e0100}城'])
      expect(checkRule(rule, text), text).toBeUndefined();
  });

  it('[RULE-09] workspace names', () => {
    const rule = { pattern: '[A-Za-z_\\u4e00-\\u9fa5][A-Za-z0-9_\\u4e00-\\u9fa5]{0,9}' };
    expect(['风险_1', '1a', 'a'.repeat(11), 'a-b'].map((value) => part(rule, value))).toEqual([undefined, 'pattern', 'pattern', 'pattern']);
  });

  it('[RULE-14] a Chinese character counts as two', () => {
    expect(widthOf('中文ab')).toBe(6);
    expect(part({ width: 24 }, '中'.repeat(12))).toBeUndefined();
    expect(part({ width: 24 }, `${'中'.repeat(12)}a`)).toBe('width');
    expect(part({ width: 24 }, 'a'.repeat(24))).toBeUndefined();
  });

  it('[RULE-21] finance numbers', () => {
    const rule = { pattern: '-?\\d{1,14}(\\.\\d{1,2})?' };
    expect(['1', '-1.25', '12345678901234.5', '1.234', '123456789012345', '.5', '+1'].map((value) => part(rule, value))).toEqual([
      undefined,
      undefined,
      undefined,
      'pattern',
      'pattern',
      'pattern',
      'pattern',
    ]);
  });

  it('are refused when the rule itself is broken, and never crash', () => {
    expect(part({ pattern: '(' }, 'a')).toBe('pattern');
    expect(part({ check: 'nonsense' }, 'a')).toBe('check');
    expect(part({ pattern: 'a+' }, 'a'.repeat(20_000))).toBe('tooLong');
    expect(part({ maxLength: 5 }, { length: 1 })).toBe('type');
  });
});

describe('numbers', () => {
  it('[RULE-16] [RULE-19] [RULE-20] have a type and bounds', () => {
    expect([0, 0.5, '0', -1, 'x', ' ', '0x10'].map((value) => part({ type: 'number', minimum: 0 }, value))).toEqual([
      undefined,
      undefined,
      undefined,
      'minimum',
      'type',
      'type',
      'type',
    ]);
    expect([1, 0, 1.5].map((value) => part({ type: 'integer', minimum: 1 }, value))).toEqual([undefined, 'minimum', 'type']);
    expect([0, 100, 101, -1].map((value) => part({ type: 'integer', minimum: 0, maximum: 100 }, value))).toEqual([
      undefined,
      undefined,
      'maximum',
      'minimum',
    ]);
    expect([Number.NaN, Number.POSITIVE_INFINITY, true, {}].map((value) => part({ type: 'number' }, value))).toEqual(Array(4).fill('type'));
  });
});

describe('lists and files', () => {
  it('[RULE-17] [RULE-18] lists have at most so many entries', () => {
    expect(part({ type: 'array', maxItems: 30 }, Array(31).fill(0))).toBe('maxItems');
    expect(part({ type: 'array', maxItems: 30 }, Array(30).fill(0))).toBeUndefined();
    expect(part({ type: 'array' }, 'abc')).toBe('type');
  });

  it('[RULE-08] avatars are .jpg, .jpeg or .png of at most 2 MB', () => {
    const rule: Partial<RuleDocument> = { type: 'file', extensions: ['.jpg', '.jpeg', '.png'], maxBytes: 2 * 1024 * 1024 };
    expect(part(rule, { name: 'a.PNG', size: 2 * 1024 * 1024 })).toBeUndefined();
    expect(part(rule, { name: 'a.png', size: 2 * 1024 * 1024 + 1 })).toBe('maxBytes');
    expect(['a.gif', 'a.png.exe', '.png', 'png'].map((name) => part(rule, { name, size: 1 }))).toEqual(Array(4).fill('extensions'));
    expect(
      part(rule, [
        { name: 'a.png', size: 1 },
        { name: 'a.svg', size: 1 },
      ]),
    ).toBe('extensions');
    expect([part(rule, 'a.png'), part(rule, { name: 'a.png' })]).toEqual(['type', 'type']);
  });
});

describe('named checks', () => {
  it('[RULE-25] email', () => {
    for (const good of ['a@b.co', 'first.last+tag@sub.example.com', 'a@xn--fiqs8s.cn', '用户@例子.中国'])
      expect(part({ check: 'email' }, good), good).toBeUndefined();
    for (const bad of [
      'a',
      '@b.co',
      'a@',
      'a@b',
      'a b@c.de',
      'a@b..de',
      'a@-b.de',
      '.a@b.de',
      'a@b.de ',
      'a@b@c.de x',
      'a@1.2',
      `${'a'.repeat(65)}@b.de`,
    ])
      expect(part({ check: 'email' }, bad), bad).toBe('format');
  });

  it('email takes linear time', () => {
    const started = cpuTime();
    part({ check: 'email' }, `a@${'a.'.repeat(50_000)}!`);
    part({ check: 'email' }, `${'a.'.repeat(50_000)}!@b.de`);
    expect(cpuTime() - started).toBeLessThan(1_000);
  });

  it('[RULE-06] phone has exactly 11 digits', () => {
    expect(
      ['13800138000', '1380013800', '138001380000', '1380013800a', '+8613800138000'].map((value) => part({ check: 'phone' }, value)),
    ).toEqual([undefined, ...Array(4).fill('format')]);
  });

  it('[RULE-24] url takes http, https and ftp', () => {
    for (const good of ['http://a', 'https://a.b:8080/c?d#e', 'ftp://a.b/c', 'http://[::1]/', 'https://例子.中国/'])
      expect(isUrl(good), good).toBe(true);
    for (const bad of ['a.b', '//a.b', 'javascript:alert(1)', 'mailto:a@b.c', 'http://', 'http:// a', 'http:///a', 'https://a b'])
      expect(part({ check: 'url' }, bad), bad).toBe('format');
  });

  it('[RULE-27] external-link', () => {
    expect(['https://a', 'mailto:a@b.c', 'tel:1', '/a', 'ftp://a'].map((value) => part({ check: 'external-link' }, value))).toEqual([
      undefined,
      undefined,
      undefined,
      'format',
      'format',
    ]);
  });

  it('date is a day of the calendar', () => {
    expect(
      ['2024-02-29', '2023-02-29', '2024-13-01', '2024-1-1', '1900-02-29', '2000-02-29', '0050-01-01'].map((value) =>
        part({ check: 'date' }, value),
      ),
    ).toEqual([undefined, 'format', 'format', 'format', 'format', undefined, undefined]);
  });

  it('digits', () => {
    expect(['0123', '1.2', '١'].map((value) => part({ check: 'digits' }, value))).toEqual([undefined, 'format', 'format']);
  });
});

describe('[RULE-22] Chinese identity numbers', () => {
  const check = (value: string): string | undefined => part({ check: 'chinese-id' }, value);

  it('accept the example of the standard, with a small x too', () => {
    expect(check('11010519491231002X')).toBeUndefined();
    expect(check('11010519491231002x')).toBeUndefined();
    expect(check('440524188001010014')).toBeUndefined();
  });

  it('accept numbers of every province', () => {
    for (const province of ['11', '37', '54', '65', '71', '81', '82'])
      expect(check(identity(`${province}010519900307123`)), province).toBeUndefined();
  });

  it('are checked for format, then address, then check character', () => {
    expect(check('110105491231002')).toBe('format');
    expect(check('11010519490231002X')).toBe('format');
    expect(check('1101051949123100XX')).toBe('format');
    expect(check('990105194902310021')).toBe('format');
    expect(check('99010519491231002X')).toBe('address');
    expect(check(identity('00010519491231002'))).toBe('address');
    for (const last of '0123456789') expect(check(`11010519491231002${last}`)).toBe('check-digit');
  });
});

describe('messages', () => {
  const texts = { default: 'd', pattern: 'p', address: 'a' };

  it('are that of the part, else the default', () => {
    expect(checkRule({ version: 1, pattern: 'x', message: texts }, 'y')).toEqual({ part: 'pattern', message: 'p' });
    expect(checkRule({ version: 1, maxLength: 1, message: texts }, 'yy')).toEqual({ part: 'maxLength', message: 'd' });
    expect(checkRule({ version: 1, check: 'chinese-id', message: texts }, '99010519491231002X')).toEqual({ part: 'address', message: 'a' });
  });

  it('may be one key or one wording a language', () => {
    expect(checkRule({ version: 1, pattern: 'x', message: 'key' }, 'y')?.message).toBe('key');
    expect(checkRule({ version: 1, pattern: 'x', message: { en: 'Wrong' } }, 'y')?.message).toEqual({ en: 'Wrong' });
  });

  it('of a text no pattern is tried on are those of the part tooLong, and none of what is said of the pattern', () => {
    const long = (message: RuleDocument['message']) => checkRule({ version: 1, pattern: 'x*', message }, 'x'.repeat(10_001))?.message;
    expect(long({ default: 'd', pattern: 'p', tooLong: 't' })).toBe('t');
    expect(long({ default: 'd', pattern: 'p' })).toBe('engine.tooLong');
    expect(long('key')).toBe('engine.tooLong');
    expect(long({ en: 'Wrong' })).toBe('engine.tooLong');
    expect(placeholdersOf({ version: 1, message: 'key' }).most).toBe('10,000');
  });
});

describe('[RULE-07] passwords that are set', () => {
  const rule: RuleDocument = JSON.parse(readFileSync(join(import.meta.dirname, '../../schemas/rules/password.rule.json'), 'utf8'));
  const of = { username: 'rli', name: 'Rose Linden', nameEn: null, userCode: 'T00042' };
  const partOf = (password: string, beside: Record<string, unknown> = of) => checkRule(rule, password, beside)?.part;

  it.each(['12345', 'x1'.repeat(9)])('%s is too short or too long, and nothing else', (password) => {
    expect(partOf(password)).toMatch(/Length$/);
  });

  it.each([
    ...['123456', 'weak12', 'Password', 'PASSWORD1!', '！passw0rd', 'secret', 'Welcome2026', '123admin', 'qwerty12', 'targus-demo'],
    ...['abcdef', 'fedcba', '987654321', 'abc123', 'qwe123', '1qaz2wsx', 'asdfghjkl', '123321', '1111112', '!@#$%^'],
    ...['aaaaaa', '777777', 'abcabc', '1212121212', 'xyxyxyxy', '密码密码密码'],
  ])('%s is one others try first', (password) => {
    expect(partOf(password)).toBe('common');
  });

  it.each(['linden', 'Linden-26', '2026LINDEN!', 'rose.linden', 'rli-849133', 't00042', 'targus2026', 'Targus.123'])(
    '%s is made of its account, the name or the product',
    (password) => {
      expect(partOf(password)).toBe('own');
    },
  );

  it.each([
    'harbour-1',
    'first-words',
    '84913302',
    'Linden-am-Fluss',
    'x7!kq2',
    '新密码六个字',
    'correct horse',
    'pass the salt',
    'abcdef-ghost',
  ])('%s is taken', (password) => {
    expect(partOf(password)).toBeUndefined();
  });

  it('two letters of a name stand in too many words, two Chinese characters are a name', () => {
    expect(partOf('mossy-wall', { name: 'Mo Li' })).toBeUndefined();
    expect(partOf('张伟张伟2026', { name: '张伟' })).toBe('own');
    expect(partOf('王芳849133', { name: '王芳' })).toBe('own');
  });

  it('takes no longer than its length on long texts', () => {
    const without = { ...rule, maxLength: 100_000 };
    const before = cpuTime();
    checkRule(without, 'ab'.repeat(50_000), of);
    expect(cpuTime() - before).toBeLessThan(50);
  });
});
