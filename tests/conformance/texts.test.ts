import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/project.ts';

const keys = ['parameter', 'noPermission', 'pageParameter', 'notSaved', 'fileType', 'deleteFailed', 'stopFailed', 'executionFailed'];

/** Texts of the area `error` in a language. */
function errorsIn(language: string): Record<string, string> {
  const file = readFileSync(join(projectRoot, `schemas/locales/${language}/error.locale.json`), 'utf8');
  const { texts }: { texts: Record<string, string> } = JSON.parse(file);
  return texts;
}

it.each(['zh-Hans', 'zh-Hant', 'en'])('[ERR-11] the further texts for what went wrong exist in %s, each of its own', (language) => {
  const texts = keys.map((key) => errorsIn(language)[key] ?? `no ${key}`);
  expect(texts.filter((text) => text.startsWith('no '))).toEqual([]);
  expect(new Set(texts).size).toBe(keys.length);
});

/** Keys the code asks for by their whole name: `t('engine.confirm')`, `translate(wrong ? 'error.a' : 'error.b', values)`. */
function keysInCode(folder: string): string[] {
  const files = readdirSync(join(projectRoot, folder), { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && /\.tsx?$/.test(file.name) && !file.parentPath.includes('/generated'),
  );
  return files.flatMap((file) => {
    const code = readFileSync(join(file.parentPath, file.name), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const calls = [...code.matchAll(/\b(?:t|translate)\(([^()]*)/g)].map(([, given = '']) => given);
    return calls.flatMap((given) => [...given.matchAll(/'([a-z][a-zA-Z-]*\.[A-Za-z][\w.]*)'/g)].map(([, key = '']) => key));
  });
}

it('[I18N-01] every text that code asks for exists in every language', () => {
  const asked = new Set(['src', 'renderers'].flatMap(keysInCode));
  expect(asked.size).toBeGreaterThan(150);
  for (const language of ['zh-Hans', 'zh-Hant', 'en']) {
    const folder = join(projectRoot, 'schemas/locales', language);
    const known = new Set(
      readdirSync(folder).flatMap((file) => {
        const { texts }: { texts: Record<string, string> } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
        return Object.keys(texts).map((key) => `${file.replace('.locale.json', '')}.${key}`);
      }),
    );
    expect([...asked].filter((key) => !known.has(key))).toEqual([]);
  }
});
