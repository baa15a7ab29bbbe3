import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileTemplate, createScope } from '../../src/core/expression/index.ts';
import { projectRoot } from '../support/project.ts';

it('[FLOW-07] what is cleared of a bill task is sent as cleared: what is left out of a change stays as it was', () => {
  const text = readFileSync(join(projectRoot, 'schemas/pages/flow/evidence.page.json'), 'utf8');
  const { actions } = JSON.parse(text) as { actions: { saveTask: { body?: string }[] } };
  const body = compileTemplate(actions.saveTask[0]?.body ?? '');
  const values = { id: '7', version: 2, taskName: 'T', productCode: 'P-1', statusName: 'Collecting', ticketTypes: [] };
  const sent = body.evaluate(createScope({ task: { values }, editor: { with: {} } }));
  const cleared = { taskType: null, ticketDate: null, productName: null, productSpec: null, qty: null, flowType: null };
  expect(JSON.parse(JSON.stringify(sent))).toEqual({ id: '7', version: 2, taskName: 'T', productCode: 'P-1', ticketTypes: [], ...cleared });
});
