import { expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { page, temporaryProject } from '../support/temporary-project.ts';

type Wording = Record<string, string>;
const rule = (message: object) => ({ $schema: '../meta/rule.schema.json', version: 1, pattern: 'a', message });
const places: [file: string, pointer: string, document: (text: Wording) => object][] = [
  ['schemas/pages/own.page.json', '/title', (text) => page({ title: text })],
  ['schemas/pages/own.page.json', '/body/0/text', (text) => page({ body: [{ widget: 'text', text }] })],
  [
    'schemas/pages/own.page.json',
    '/body/0/actions/0/text',
    (text) =>
      page({
        body: [
          {
            widget: 'table',
            name: 'own',
            rows: [],
            columns: [{ name: 'id', title: { en: 'Id', 'zh-Hans': '号', 'zh-Hant': '號' } }],
            actions: [{ text, onClick: [] }],
          },
        ],
      }),
  ],
  ['schemas/rules/own.rule.json', '/message', (text) => rule(text)],
  [
    'schemas/rules/own.rule.json',
    '/message/pattern',
    (text) => rule({ default: { en: 'x', 'zh-Hans': 'x', 'zh-Hant': 'x' }, pattern: text }),
  ],
];

function findings([file, at, document]: (typeof places)[number], text: Wording) {
  const found = runChecks(readProject(temporaryProject({ [file]: document(text) })));
  return found
    .filter((entry) => entry.file === file && entry.pointer.startsWith(at))
    .map(({ severity, code, pointer, message, hint }) => ({ severity, code, pointer, message, hint }));
}

it.each(places)('a text without English in %s at %s is one mistake, with what is missing and why', (...place) => {
  const missing = {
    severity: 'error',
    code: 'MISSING_OPTION',
    pointer: place[1],
    message: '"en" is missing',
    hint: 'Always needed: languages without a wording of their own show it.',
  };
  expect(findings(place, { 'zh-Hans': '词', 'zh-Hant': '詞' })).toEqual([missing]);
  expect(findings(place, { 'zh-Hans': '词' })).toEqual([missing]);
  const slip = [{ severity: 'error', code: 'UNKNOWN_OPTION', pointer: `${place[1]}/eng`, hint: 'did you mean "en"?' }];
  expect(findings(place, { eng: 'Word', 'zh-Hans': '词', 'zh-Hant': '詞' })).toMatchObject(slip);
});

it.each(places)('a text in %s at %s that lacks another language is shown in English', (...place) => {
  const untold = { severity: 'warning', code: 'TEXT_WORDING', pointer: place[1], message: 'this text is missing in zh-Hant' };
  expect(findings(place, { en: 'Word', 'zh-Hans': '词' })).toMatchObject([untold]);
});
