import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../server/documents/files-below.ts';
import { placeOfTexts } from '../../src/core/documents.ts';
import type { SyntaxNode } from '../../src/core/expression/parse.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, type JsonSchema, objectAt, pointerPart, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { keptFor } from '../read/kept-for.ts';
import { stringsIn } from '../read/values.ts';
import { usesOf } from '../read/walk.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';
import { callsIn, literalText } from './scopes/infer.ts';

const languages = ['en', 'zh-Hans', 'zh-Hant'] as const;

interface Place {
  document: Document;
  pointer: string;
  text: string;
}
/** key -> language -> where it stands */
type Texts = Map<string, Map<string, Place>>;

/** How a text ends that is said for some numbers only: `found_one` beside `found`. The names are those of Unicode's plural rules. */
const PLURAL = /^(.+)_(?:zero|one|two|few|many|other)$/;

/** Texts exist in all languages with equal placeholders, and every key that is used exists. */
export const checkTexts: Check = (project) => {
  const { all, texts, findings } = lookAt(project);
  return [...checkFolders(project), ...checkLanguages(texts), ...checkPlurals(all), ...checkAdded(project), ...findings];
};

/** Every text is used. */
export const checkUnusedTexts: Check = (project) => {
  const { texts, used } = lookAt(project);
  const findings: Finding[] = [];
  const code = readCode(project.root);
  for (const [key, byLanguage] of texts) {
    if (used.has(key) || code.literals.has(key) || code.prefixes.some((prefix) => key.startsWith(prefix))) continue;
    const place = byLanguage.get('en') ?? [...byLanguage.values()][0];
    if (!place) continue;
    const message = `nothing uses the text "${key}"`;
    findings.push(finding(place.document.source, place.pointer, { code: 'TEXT_UNUSED', severity: 'warning', message, atKey: true }));
  }
  return findings;
};

/** As they are merged: what a document adds to an area takes the place of what the area's own document says. */
function readTexts(project: Project): Texts {
  const texts: Texts = new Map();
  const isAdded = ({ id, source }: Document) => Number(placeOfTexts(id, source.value).adds);
  for (const document of [...project.documents.of('locale')].sort((one, other) => isAdded(one) - isAdded(other))) {
    const { language, area } = placeOfTexts(document.id, document.source.value);
    for (const [key, text] of Object.entries(objectAt(document.source.value, 'texts'))) {
      if (typeof text !== 'string') continue;
      const full = `${area}.${key}`;
      const byLanguage = texts.get(full) ?? new Map();
      texts.set(full, byLanguage.set(language, { document, pointer: `/texts/${pointerPart(key)}`, text }));
    }
  }
  return texts;
}

/** The folder says the language of the texts; what a document says of itself is the same. */
function checkFolders(project: Project): Finding[] {
  return project.documents.of('locale').flatMap(({ id, source }) => {
    const said = textAt(source.value, 'language');
    const { language } = placeOfTexts(id, source.value);
    if (said === undefined || said === language) return [];
    const message = `the folder is that of "${language}", and the document says "${said}"`;
    return [finding(source, '/language', { code: 'TEXT_LANGUAGE', message, hint: `write "${language}", or lay it into locales/${said}` })];
  });
}

/** Texts are added to an area that is there, and by one document. */
function checkAdded(project: Project): Finding[] {
  const locales = project.documents.of('locale').map((document) => ({ document, ...placeOfTexts(document.id, document.source.value) }));
  const areas = new Set(locales.filter(({ adds }) => !adds).map(({ area }) => area));
  const seen = new Map<string, Document>();
  return locales
    .filter(({ adds }) => adds)
    .flatMap(({ document, language, area }) => {
      if (!areas.has(area)) {
        const hint = didYouMean(area, areas) ?? 'a new area is a document with its name, without area';
        return [finding(document.source, '/area', { code: 'TEXT_AREA', message: `there is no area "${area}"`, hint })];
      }
      return Object.keys(objectAt(document.source.value, 'texts')).flatMap((key) => {
        const before = seen.get(`${language} ${area}.${key}`);
        seen.set(`${language} ${area}.${key}`, before ?? document);
        if (!before) return [];
        const message = `the text "${area}.${key}" is added already`;
        return [finding(document.source, `/texts/${pointerPart(key)}`, { code: 'DOUBLE_NAME', message, hint: `by ${before.source.file}` })];
      });
    });
}

function checkLanguages(texts: Texts): Finding[] {
  const findings: Finding[] = [];
  for (const [key, byLanguage] of texts) {
    const first = byLanguage.get('en') ?? [...byLanguage.values()][0];
    if (!first) continue;
    const absent = languages.filter((language) => !byLanguage.has(language));
    if (absent.length > 0) {
      const message = `the text "${key}" is missing in ${absent.join(' and ')}`;
      findings.push(finding(first.document.source, first.pointer, { code: 'TEXT_LANGUAGE', message, atKey: true }));
    }
    // Between a text of the product and one of an overlay it is the overlay's that is wrong.
    const shipped = [first, ...byLanguage.values()].find(({ document }) => !document.isOverlay) ?? first;
    for (const place of byLanguage.values()) {
      if (placeholders(place.text) === placeholders(shipped.text)) continue;
      const message = `placeholders differ: {${placeholders(place.text)}} here, {${placeholders(shipped.text)}} in ${shipped.document.source.file}`;
      // Whoever words a text of the product anew may leave out what it tells, or was not told before.
      const isLess = place.document.isOverlay && !shipped.document.isOverlay && tellsLess(place.text, shipped.text);
      const fault = { code: 'TEXT_PLACEHOLDER', message, ...(isLess && { severity: 'warning' as const }) };
      findings.push(finding(place.document.source, place.pointer, fault));
    }
  }
  return findings;
}

/** The texts of a project, those that are used, and what is wrong where they are. */
const lookAt = keptFor((project: Project): Looked => {
  const all = readTexts(project);
  const texts: Texts = new Map([...all].filter(([key]) => !isPlural(key, all)));
  const used = new Set<string>();
  return { all, texts, used, findings: checkUses(project, texts, used) };
});

interface Looked {
  all: Texts;
  /** Without what is said for some numbers only. */
  texts: Texts;
  used: Set<string>;
  findings: Finding[];
}

function isPlural(key: string, texts: Texts): boolean {
  const [, base] = PLURAL.exec(key) ?? [];
  return base !== undefined && texts.has(base);
}

/** A plural form stands in the languages that need it, beside a text with the number it depends on; it may leave the number out. */
function checkPlurals(texts: Texts): Finding[] {
  const findings: Finding[] = [];
  for (const [key, byLanguage] of texts) {
    const base = texts.get(PLURAL.exec(key)?.[1] ?? '');
    for (const [language, { document, pointer, text }] of base ? byLanguage : []) {
      const whole = placeholders(base?.get(language)?.text ?? '').split(', ');
      const own = placeholders(text).split(', ');
      const wrong = own.find((name) => name !== '' && !whole.includes(name));
      const problem = whole.includes('count')
        ? wrong && `the placeholder {${wrong}} is not in the text that this is a plural form of`
        : 'this is a plural form of a text that has no {{count}}';
      if (problem) findings.push(finding(document.source, pointer, { code: 'TEXT_PLACEHOLDER', message: problem }));
    }
  }
  return findings;
}

function placeholders(text: string): string {
  if (!text.includes('{{')) return '';
  return [...new Set([...text.matchAll(/\{\{\s*-?\s*([A-Za-z0-9_.]+)[^}]*\}\}/g)].map(([, name]) => name))].sort().join(', ');
}

function tellsLess(text: string, shipped: string): boolean {
  const known = placeholders(shipped).split(', ');
  return placeholders(text)
    .split(', ')
    .every((name) => name === '' || known.includes(name));
}

function checkUses(project: Project, texts: Texts, used: Set<string>): Finding[] {
  const findings: Finding[] = [];
  const check = (document: Document, pointer: string, key: string): boolean => {
    if (texts.has(key)) {
      used.add(key);
      return true;
    }
    const hint =
      didYouMean(key, texts.keys()) ??
      'a text is a key of schemas/locales, an expression, or {"en": "...", "zh-Hans": "...", "zh-Hant": "..."}';
    findings.push(finding(document.source, pointer, { code: 'UNKNOWN_TEXT', message: `there is no text "${key}"`, hint }));
    return false;
  };
  for (const document of project.checked.all) {
    if (['locale', 'service', 'entity'].includes(document.kind)) continue;
    for (const { kind, value, pointer, values } of usesOf(document, project.shapes)) {
      if (kind !== 'text' || value === '') continue;
      if (isObject(value)) findings.push(...wordingFindings(document, pointer, value), ...unfilled(document, pointer, value, values));
      if (typeof value !== 'string' || value.includes('{{') || !check(document, pointer, value)) continue;
      // The engine fills the placeholders of what rules say.
      const given = isObject(values) ? Object.keys(values) : values === undefined ? [] : undefined;
      if (document.kind !== 'rule' && given) findings.push(...valueFindings(document, pointer, placeholdersOf(texts, value), given, value));
    }
    for (const [pointer, text] of stringsIn(document.source)) {
      if (!text.includes('{{')) {
        if (texts.has(text)) used.add(text);
        continue;
      }
      for (const { name, args } of text.includes('t(') ? callsIn(text) : []) {
        const key = name === 't' ? literalText(args[0]) : undefined;
        if (key === undefined || !check(document, pointer, key)) continue;
        const given = args[1] === undefined ? [] : namesOf(args[1]);
        if (given) findings.push(...valueFindings(document, pointer, placeholdersOf(texts, key), given, key));
      }
      // A key put together, or chosen, in an expression: t('home.greeting.' + x), a ? 'x.y' : 'x.z'.
      for (const [, word = ''] of text.matchAll(/'([^']+)'/g)) markUsed(word, texts, used);
    }
  }
  return findings;
}

function placeholdersOf(texts: Texts, key: string): string[] {
  const [first] = texts.get(key)?.values() ?? [];
  return placeholders(first?.text ?? '')
    .split(', ')
    .filter(Boolean)
    .map((name) => name.split('.')[0] ?? name);
}

/** Names of an object written out, or undefined when they are only known when the page runs. */
function namesOf(node: SyntaxNode): string[] | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  return (node.properties as { key?: SyntaxNode }[]).map(({ key }) => String(key?.name ?? key?.value));
}

/** Placeholders nobody fills are shown as they are; values nobody shows are a slip. */
function valueFindings(document: Document, pointer: string, wanted: string[], given: string[], key: string): Finding[] {
  const report = (message: string, hint: string | undefined, severity: 'error' | 'warning') =>
    finding(document.source, pointer, { code: 'TEXT_VALUES', severity, message, hint });
  const missing = wanted.filter((name) => !given.includes(name));
  const strange = given.filter((name) => !wanted.includes(name));
  const example = `{{ t('${key}', {${wanted.map((name) => `${name}: ...`).join(', ')}}) }}`;
  return [
    ...missing.map((name) =>
      report(`the text "${key}" needs a value for {{${name}}}`, didYouMean(name, strange) ?? `write ${example}`, 'error'),
    ),
    ...strange.map((name) =>
      report(`the text "${key}" has no {{${name}}}`, didYouMean(name, wanted), missing.length > 0 ? 'error' : 'warning'),
    ),
  ];
}

/** A text written where it is used, without one of the languages. Without English it is a mistake, which its meta-schema tells. */
function wordingFindings(document: Document, pointer: string, value: JsonSchema): Finding[] {
  const absent = languages.filter((language) => value[language] === undefined);
  if (absent.length === 0 || absent.includes('en')) return [];
  const message = `this text is missing in ${absent.join(' and ')}`;
  return [
    finding(document.source, pointer, {
      code: 'TEXT_WORDING',
      severity: 'warning',
      message,
      hint: 'the other languages show the English one',
    }),
  ];
}

/** A wording is no expression: its placeholders are filled by `with`, of a rule by the engine. */
function unfilled(document: Document, pointer: string, value: JsonSchema, values: unknown): Finding[] {
  if (document.kind === 'rule' || (values !== undefined && !isObject(values))) return [];
  const given = Object.keys(values ?? {});
  return Object.entries(value).flatMap(([language, text]) => {
    const missing = placeholders(String(text))
      .split(', ')
      .filter((name) => name !== '' && !given.includes(name));
    if (missing.length === 0) return [];
    const hint = "a text with values is a key of schemas/locales: {{ t('area.key', {" + `${missing[0]}: ...}) }}`;
    const message = `nothing fills {{${missing.join('}}, {{')}}} of this text`;
    return [finding(document.source, `${pointer}/${pointerPart(language)}`, { code: 'TEXT_VALUES', message, hint })];
  });
}

function markUsed(word: string, texts: Texts, used: Set<string>): void {
  if (texts.has(word)) used.add(word);
  if (!word.endsWith('.')) return;
  for (const key of texts.keys()) if (key.startsWith(word)) used.add(key);
}

/** Text keys in code: whole ones in quotes, and the fixed start of computed ones. */
function readCode(root: string): { literals: Set<string>; prefixes: string[] } {
  const literals = new Set<string>();
  const prefixes = new Set<string>();
  for (const folder of ['src/core', 'src/engine', 'src/services', 'src/app', 'renderers', 'server']) {
    for (const path of filesBelow(join(root, folder))) {
      if (!/\.(tsx?|mjs|json)$/.test(path)) continue;
      const text = readFileSync(path, 'utf8');
      for (const [, , key = ''] of text.matchAll(/(['"`])([a-zA-Z][\w-]*(?:\.\w+)+)\1/g)) literals.add(key);
      for (const [, prefix = ''] of text.matchAll(/[`'"]([a-zA-Z][\w-]*\.(?:\w+\.)*\w*)(?:\$\{|['"]\s*\+)/g)) prefixes.add(prefix);
    }
  }
  return { literals, prefixes: [...prefixes] };
}
