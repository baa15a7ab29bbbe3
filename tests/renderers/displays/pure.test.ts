import { describe, expect, it, vi } from 'vitest';
import { framed, sandbox } from '../../../renderers/displays/frame/address.ts';
import { bandOf, untilNextHour } from '../../../renderers/displays/greeting/band.ts';
import { themeChoices } from '../../../renderers/displays/theme-switch/choices.ts';
import { detailLines, tileOf } from '../../../renderers/displays/tile-grid/tile.ts';
import { linesOf, START, tick } from '../../../renderers/displays/typing-text/typing.ts';
import { shownCount } from '../../../renderers/shared/CountBubble.tsx';
import { formatBytes, formatDate, formatNumber, formatPercent } from '../../../renderers/shared/format.ts';
import { firstLetter, portraitAddress } from '../../../renderers/shared/Portrait.tsx';
import { valueText } from '../../../renderers/shared/value-text.ts';
import app from '../../../schemas/app/targus.app.json';
import { localizedText } from '../../../src/core/index.ts';
import { themes } from '../world.tsx';

describe('greeting', () => {
  it('[HOME-10] has the six bands with exclusive upper hours', () => {
    const hours = Array.from({ length: 24 }, (_, hour) => bandOf(hour));
    const expected = [
      ...Array(5).fill('lateNight'),
      ...Array(3).fill('earlyMorning'),
      ...Array(4).fill('morning'),
      'noon',
      ...Array(6).fill('afternoon'),
      ...Array(5).fill('evening'),
    ];
    expect(hours).toEqual(expected);
  });

  it('waits until the next full hour', () => {
    expect(untilNextHour(new Date(2026, 0, 1, 4, 59, 59, 900))).toBe(100);
    expect(untilNextHour(new Date(2026, 0, 1, 5, 0, 0, 0))).toBe(3_600_000);
  });
});

describe('typing', () => {
  it('[LOGIN-18] writes one character a tick, rests 9 ticks after each line, goes to the next line, and loops', () => {
    const lines = linesOf('ab\n\nc');
    const seen: string[] = [];
    let state = START;
    for (let count = 0; count < 24; count += 1) {
      state = tick(state, lines, 9);
      seen.push((lines[state.line] ?? []).slice(0, state.shown).join(''));
    }
    // a, ab, 9 ticks of rest, c, 9 ticks of rest, and from the start.
    expect(seen).toEqual(['a', 'ab', ...Array(9).fill('ab'), 'c', ...Array(9).fill('c'), 'a', 'ab', 'ab']);
  });

  it('counts characters of the wider planes as one', () => {
    expect(linesOf('𠮷野')).toEqual([['𠮷', '野']]);
    expect(tick(START, [], 9)).toEqual(START);
  });
});

describe('counts', () => {
  it('[HOME-07] show 99+ above 99 and nothing for zero', () => {
    expect([0, 1, 99, 100, 5000, -1, undefined, null, 'x', '7'].map((count) => shownCount(count))).toEqual([
      undefined,
      '1',
      '99',
      '99+',
      '99+',
      undefined,
      undefined,
      undefined,
      undefined,
      '7',
    ]);
  });
});

describe('portrait', () => {
  it('[MISC-02] resolves a path to a full address unless it already contains http', () => {
    const base = 'https://targus.example';
    expect(portraitAddress('/files/a.png', base)).toBe('https://targus.example/files/a.png');
    expect(portraitAddress('files/a.png', base)).toBe('https://targus.example/files/a.png');
    expect(portraitAddress('http://cdn.example/a.png', base)).toBe('http://cdn.example/a.png');
    expect(portraitAddress('/pictures/http/a.png', base)).toBe('/pictures/http/a.png');
    expect(portraitAddress('', base)).toBeUndefined();
    expect(portraitAddress(undefined, base)).toBeUndefined();
    expect(portraitAddress('Ada', base)).toBeUndefined();
  });

  it('never gives an address of another scheme', () => {
    expect(portraitAddress('javascript:alert(1)//.', 'https://targus.example')).toBeUndefined();
    expect(portraitAddress('javascript:"http://x.y"', 'https://targus.example')).toBeUndefined();
  });

  it('[MISC-02] else shows the first letter of the name', () => {
    expect(['ada', ' 王小明', '𠮷野', '', undefined].map(firstLetter)).toEqual(['A', '王', '𠮷', '', '']);
  });
});

describe('frame', () => {
  const origin = 'https://targus.example';
  it('[ROUTE-13] takes http and https addresses and nothing else', () => {
    expect(framed('https://other.example/x?y=1', origin)).toEqual({ address: 'https://other.example/x?y=1', isOwn: false });
    expect(framed('http://other.example', origin)).toMatchObject({ address: 'http://other.example/' });
    expect(framed(' javascript:alert(1)', origin)).toEqual({ refused: 'scheme' });
    expect(framed('JAVASCRIPT:alert(1)', origin)).toEqual({ refused: 'scheme' });
    expect(framed('java\nscript:alert(1)', origin)).toEqual({ refused: 'scheme' });
    expect(framed('data:text/html,x', origin)).toEqual({ refused: 'scheme' });
    expect(framed('blob:https://targus.example/1', origin)).toEqual({ refused: 'scheme' });
    expect(framed('/inside', origin)).toEqual({ refused: 'notAnAddress' });
    expect(framed('', origin)).toEqual({ refused: 'empty' });
  });

  it('never gives a page of our own origin scripts and its origin at once', () => {
    expect(framed('https://targus.example/x', origin)).toMatchObject({ isOwn: true });
    expect(sandbox(true, true)).not.toContain('allow-same-origin');
    expect(sandbox(false, true)).toContain('allow-same-origin');
    expect(sandbox(false, true)).not.toContain('allow-top-navigation');
  });
});

describe('tiles', () => {
  it('[HOME-02] have at most three detail lines, from a list or a text', () => {
    expect(detailLines(['a', ' ', 'b', 'c', 'd'])).toEqual(['a', 'b', 'c']);
    expect(detailLines('a\nb\r\n\nc\nd')).toEqual(['a', 'b', 'c']);
    expect(detailLines(undefined)).toEqual([]);
  });

  it('[HOME-03] [HOME-09] read the fields of a module; status 1 is disabled', () => {
    const item = { menuId: 'audit', name: 'Audit', userHomeIcon: 'audit', description: 'd', descriptionDetails: ['x'], status: '1' };
    expect(tileOf(item, 0, { items: [] })).toMatchObject({
      key: 'audit',
      title: 'Audit',
      icon: 'audit',
      isImage: false,
      details: ['x'],
      disabled: true,
    });
    expect(tileOf({ ...item, status: '0', userHomeIcon: '/i/a.svg' }, 0, { items: [] })).toMatchObject({ disabled: false, isImage: true });
    const title = (locals?: Record<string, unknown>) => `${(locals?.item as typeof item | undefined)?.name} ${locals?.index}`;
    expect(tileOf(item, 4, { items: [], title }).title).toBe('Audit 4');
  });
});

describe('themes to choose', () => {
  const localized = (value: unknown) => (typeof value === 'object' ? ((value as { en: string }).en ?? '') : String(value));
  it('[THEME-02] offers entries of the dictionary; other statuses and unknown themes cannot be chosen', () => {
    const items = [
      { dictValue: 'theme-tw', dictLabel: 'Green', status: '0' },
      { code: 'theme-mint', label: 'Mint', status: '1' },
      { code: 'theme-none', label: 'None', status: '0' },
    ];
    expect(themeChoices(items, { app, themes }, localized).map(({ code, label, disabled }) => [code, label, disabled])).toEqual([
      ['theme-tw', 'Green', false],
      ['theme-mint', 'Mint', true],
      ['theme-none', 'None', true],
    ]);
  });
  it('[THEME-01] offers all themes of the application, in its order, when no list is given', () => {
    const all = themeChoices([], { app, themes }, localized);
    expect(all.map(({ code }) => code)).toEqual(app.themes);
    const fewer = themeChoices([], { app: { themes: ['theme-mint'] }, themes }, localized);
    expect(fewer[0]?.code).toBe('theme-mint');
    expect(fewer).toHaveLength(Object.keys(themes).length);
    for (const { sample } of all) expect(sample).toHaveLength(3);
  });
});

describe('values of descriptions', () => {
  const words = { language: 'en' as const, yes: 'Yes', no: 'No', separator: ', ', localized: (value: unknown) => `L:${value}` };
  it('are written by their format; nothing is an empty text', () => {
    expect(valueText(undefined, 'number', undefined, words)).toBe('');
    expect(valueText(0, 'number', 2, words)).toBe('0.00');
    expect(valueText(0.256, 'percent', 1, words)).toBe('25.6%');
    expect(valueText('1', 'boolean', undefined, words)).toBe('Yes');
    expect(valueText('0', 'boolean', undefined, words)).toBe('No');
    expect(valueText(['a', 'b'], 'list', undefined, words)).toBe('a, b');
    expect(valueText('x', 'multilingual', undefined, words)).toBe('L:x');
    expect(valueText({ a: 1 }, 'text', undefined, words)).toBe('{"a":1}');
  });
  it('[I18N-04] wordings in several languages are told in one without a format, in every shape they come in', () => {
    const inEnglish = { ...words, localized: (value: unknown) => localizedText(value, 'en') };
    const entries = [
      { l: 'zh-CN', t: '风险', d: true },
      { l: 'en-US', t: 'Risk' },
    ];
    for (const value of [entries, JSON.stringify(entries), { 'zh-Hans': '风险', en: 'Risk' }, { zh_CN: '风险', en_US: 'Risk' }]) {
      expect(valueText(value, 'text', undefined, inEnglish)).toBe('Risk');
    }
    expect(valueText([entries, 'plain', null], 'text', undefined, inEnglish)).toBe('Risk, plain, ');
    expect(valueText([], 'text', undefined, inEnglish)).toBe('');
    expect(valueText([{ id: 1 }], 'text', undefined, inEnglish)).toBe('{"id":1}');
  });
});

describe('formats', () => {
  it('write numbers, shares and sizes in the language', () => {
    expect(formatNumber(1234567.5, 'en')).toBe('1,234,567.5');
    expect(formatNumber('no number', 'en')).toBe('no number');
    expect(formatNumber(' 12345678901234567890.12 ', 'en')).toBe('12,345,678,901,234,567,890.12');
    expect(formatPercent(0.5, 'zh-Hans')).toBe('50%');
    expect([0, 1, 1023, 1024, 1536, 5 * 1024 ** 3].map((bytes) => formatBytes(bytes, 'en'))).toEqual([
      '0 B',
      '1 B',
      '1,023 B',
      '1 KB',
      '1.5 KB',
      '5 GB',
    ]);
  });
  it('keep a day without time that day, and read what servers send', () => {
    expect(formatDate('2026-03-04')).toBe('2026-03-04');
    expect(formatDate('2026-03-04 05:06:07')).toBe('2026-03-04');
    expect(formatDate('2026-03-04 05:06:07', true)).toBe('2026-03-04 05:06:07');
    expect(formatDate('')).toBe('');
    expect(formatDate('never')).toBe('never');
  });

  it('write days in one order, whatever the browser thinks of the language', () => {
    // ICU 72 writes month first for every English.
    class OddFormat {
      format = () => '3/4/2026';
    }
    const odd = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(OddFormat as unknown as typeof Intl.DateTimeFormat);
    expect(formatDate('2026-03-04')).toBe('2026-03-04');
    odd.mockRestore();
  });
});
