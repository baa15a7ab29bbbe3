import { describe, expect, it } from 'vitest';
import { type NoticeDocument, noticeBody, noticeFaults, noticeLink } from '../../src/core/index.ts';

const notice: NoticeDocument = {
  version: 1,
  type: '1',
  topic: 'work',
  parameters: { who: 'text', amount: 'number', task: 'wording' },
  link: '/tasks?of={{ urlEncode(who) }}',
  body: {
    en: '{{ who }}: {{ task }} ({{ amount }})',
    'zh-Hans': '{{ who }}：{{ task }}（{{ amount }}）',
    'zh-Hant': '{{ task }} {{ who }} {{ amount }}',
  },
};
const parameters = {
  ...{ who: 'A & B', amount: 3 },
  task: [
    { l: 'zh-Hans', t: '审计', d: true },
    { l: 'en', t: 'Audit' },
  ],
};

describe('a notice', () => {
  it('[MSG-01] tells its parameters in every language, a wording in that of the reader', () => {
    expect(noticeBody(notice, parameters)).toEqual({ en: 'A & B: Audit (3)', 'zh-Hans': 'A & B：审计（3）', 'zh-Hant': '审计 A & B 3' });
    expect(noticeLink(notice, parameters)).toBe('/tasks?of=A%20%26%20B');
    expect(noticeLink({}, parameters)).toBeUndefined();
  });

  it('takes texts of a parameter as they are, expressions included', () => {
    expect(noticeBody(notice, { who: '{{ amount }}', amount: 1, task: 'x' }).en).toBe('{{ amount }}: x (1)');
  });

  it('is refused with what is no parameter, left out in a language or told nowhere', () => {
    expect(noticeFaults(notice)).toEqual([]);
    const faults = noticeFaults({
      ...{ version: 1, type: '1', topic: 'work', parameters: { who: 'text', lost: 'text' }, link: '/{{ hwo }}' },
      body: { en: '{{ who }}', 'zh-Hans': '{{ dict("a", who) }}', 'zh-Hant': '{{ who' },
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/body/zh-Hans',
      '/body/zh-Hans',
      '/body/zh-Hant',
      '/body/zh-Hant',
      '/link',
      '/parameters/lost',
    ]);
    expect(faults[0]?.message).toContain('knows its parameters only');
    expect(faults[1]?.message).toBe('"who" is told in English only');
    expect(faults[4]?.message).toBe('"hwo" is no parameter of this notice');
  });
});
