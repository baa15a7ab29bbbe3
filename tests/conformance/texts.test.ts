import { readFileSync } from 'node:fs';
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
