import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkRule } from '../../src/core/index.ts';
import { contractSchemas } from '../../src/generated/contract-schemas.ts';

/** Whether a body has a field of text of this name. */
const hasText = (body: unknown, name: string) => {
  const { properties = {} } = (body ?? {}) as { properties?: Record<string, { type?: unknown }> };
  return [properties[name]?.type].flat().includes('string');
};

it('every text that becomes the title of a data table is refused with signs that turn a line round', () => {
  // What makes a table says its name beside its title.
  const making = Object.entries(contractSchemas).filter(([, { body }]) => hasText(body, 'name') && hasText(body, 'title'));
  const titled = [...making.map(([id]) => id), 'data-mart.save'].sort();
  expect(titled).toEqual([
    ...['ai-model.predict', 'ai-text.column', 'data-feed.create', 'data-mart.create', 'data-mart.save', 'data-process.create'],
    ...['rule-table.judge', 'script.fill'],
  ]);
  const rules = Object.fromEntries(Object.entries(contractSchemas).map(([id, contract]) => [id, contract.rules]));
  for (const id of titled) {
    const file = join(import.meta.dirname, `../../schemas/rules/${rules[id]?.title}.rule.json`);
    const rule = JSON.parse(readFileSync(file, 'utf8'));
    for (const sign of ['\u202e', '\u2066', '\u200f', '\n']) expect(checkRule(rule, `Orders${sign}a`)?.part, id).toBe('pattern');
    expect(checkRule(rule, 'Orders'), id).toBeUndefined();
  }
});
