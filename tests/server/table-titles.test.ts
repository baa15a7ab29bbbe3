import { expect, it } from 'vitest';
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
  for (const id of titled) expect(rules[id], id).toMatchObject({ title: 'one-line' });
});
