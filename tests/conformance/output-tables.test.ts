import { expect, it } from 'vitest';
import { contractSchemas } from '../../src/generated/contract-schemas.ts';

interface Taking {
  body?: { properties?: Record<string, unknown> };
  rules?: Record<string, string>;
}

it('[RULE-14] every call that puts out a table takes what it is called by the rule for that', () => {
  const taking = Object.entries(contractSchemas as Record<string, Taking>).filter(([, { body }]) => {
    const { tableId, name, title } = body?.properties ?? {};
    return name !== undefined && title !== undefined && tableId !== undefined;
  });
  expect(taking.map(([id]) => id).sort()).toEqual(['ai-model.predict', 'ai-text.column', 'rule-table.judge', 'script.fill']);
  for (const [id, { rules }] of [...taking, ['data-process.create', contractSchemas['data-process.create'] as Taking] as const])
    expect([id, rules?.title]).toEqual([id, 'output-table-name']);
});
