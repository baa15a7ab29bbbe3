import { expect, it } from 'vitest';
import type { Fault } from '../../../server/modules/risk-templates/parsing.ts';
import { inOrder } from '../../../server/modules/spreadsheets/faults.ts';
import { cpuTime } from '../../support/cpu-time.ts';

it('[RISK-06] faults of an imported file stand in the order of its sheets and rows, at once also where it has very many of both', () => {
  const sheets = Array.from({ length: 900 }, (_, index) => `${'As long a name as others have '.repeat(3)}${1_000 + index}`);
  // As a workbook is read: each name is a piece of a longer text.
  const faults = sheets.flatMap((sheet) =>
    Array.from({ length: 300 }, (_, index): Fault => ({ kind: 'missing', sheet: `${sheet}.`.slice(0, -1), row: index + 2 })),
  );
  const repeated: Fault = { kind: 'repeated', sheet: sheets[0] ?? '', row: 2 };
  const start = cpuTime();
  const ordered = inOrder([...faults, repeated], sheets);
  expect(cpuTime() - start).toBeLessThan(2_000);
  expect(ordered.indexOf(repeated)).toBe(1);
  expect(ordered.filter((fault) => fault !== repeated)).toEqual(faults);
});
