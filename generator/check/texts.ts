import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../src/core/suggest.ts';
import { objectAt, pointerPart } from '../json.ts';
import { type Document, filesBelow } from '../read/documents.ts';
import { stringsOf, usesOf } from '../read/walk.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';

const languages = ['en', 'zh-Hans', 'zh-Hant'] as const;

/** key -> language -> where it stands */
type Texts = Map<string, Map<string, { document: Document; pointer: string; text: string }>>;

/** Texts exist in all languages with equal placeholders, every key that is used exists, every text is used. */
export const checkTexts: Check = (project) => {
  const texts = readTexts(project);
  const used = new Set<string>();
  const findings = [...checkLanguages(texts), ...checkUses(project, texts, used)];
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

function readTexts(project: Project): Texts {
  const texts: Texts = new Map();
  for (const document of project.documents.of('locale')) {
    const [language = '', ...area] = document.id.split('/');
    for (const [key, text] of Object.entries(objectAt(document.source.value, 'texts'))) {
      if (typeof text !== 'string') continue;
      const full = `${area.join('/')}.${key}`;
      const byLanguage = texts.get(full) ?? new Map();
      texts.set(full, byLanguage.set(language, { document, pointer: `/texts/${pointerPart(key)}`, text }));
    }
  }
  return texts;
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
    for (const place of byLanguage.values()) {
      if (placeholders(place.text) === placeholders(first.text)) continue;
      const message = `placeholders differ: {${placeholders(place.text)}} here, {${placeholders(first.text)}} in ${first.document.source.file}`;
      findings.push(finding(place.document.source, place.pointer, { code: 'TEXT_PLACEHOLDER', message }));
    }
  }
  return findings;
}

function placeholders(text: string): string {
  return [...new Set([...text.matchAll(/\{\{\s*-?\s*([A-Za-z0-9_.]+)[^}]*\}\}/g)].map(([, name]) => name))].sort().join(', ');
}

function checkUses(project: Project, texts: Texts, used: Set<string>): Finding[] {
  const findings: Finding[] = [];
  const check = (document: Document, pointer: string, key: string) => {
    if (texts.has(key)) {
      used.add(key);
      return;
    }
    const hint =
      didYouMean(key, texts.keys()) ??
      'a text is a key of schemas/locales, an expression, or {"en": "...", "zh-Hans": "...", "zh-Hant": "..."}';
    findings.push(finding(document.source, pointer, { code: 'UNKNOWN_TEXT', message: `there is no text "${key}"`, hint }));
  };
  for (const document of project.documents.all) {
    if (['locale', 'service', 'entity'].includes(document.kind)) continue;
    for (const use of usesOf(document, project.shapes)) {
      if (use.kind === 'text' && typeof use.value === 'string' && !use.value.includes('{{') && use.value !== '') {
        check(document, use.pointer, use.value);
      }
    }
    for (const [pointer, text] of stringsOf(document.source.value)) {
      if (!text.includes('{{')) {
        if (texts.has(text)) used.add(text);
        continue;
      }
      for (const [, key = ''] of text.matchAll(/\bt\(\s*'([^']*)'\s*[,)]/g)) check(document, pointer, key);
      // A key put together, or chosen, in an expression: t('home.greeting.' + x), a ? 'x.y' : 'x.z'.
      for (const [, word = ''] of text.matchAll(/'([^']+)'/g)) markUsed(word, texts, used);
    }
  }
  return findings;
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
