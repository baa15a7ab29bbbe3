import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): unknown => JSON.parse(readFileSync(`schemas/${path}`, 'utf8'));

interface Item {
  label: object;
  value: string;
}

/** The items of a document with a label and a value, however deep. */
function itemsIn(part: unknown): Item[] {
  if (typeof part !== 'object' || part === null) return [];
  const { label, value } = part as Partial<Item>;
  const own = typeof label === 'object' && typeof value === 'string' ? [{ label, value }] : [];
  return [...own, ...Object.values(part).flatMap(itemsIn)];
}

it('the sheet of an audit report calls fields what their registers call them', () => {
  const registers: Record<string, string> = { 'data.report': 'audit-report', 'data.engagement': 'engagement', finding: 'audit-finding' };
  const field = /^\{\{ (?:localized\()?(data\.report|data\.engagement|finding)\.(?:values|names)\.(\w+)\)? \}\}$/;
  const shown = itemsIn(read('pages/audit/report.page.json')).flatMap(({ label, value }) => {
    const [, of = '', name] = field.exec(value) ?? [];
    return name === undefined ? [] : [{ register: registers[of] ?? '', name, label }];
  });
  expect(shown.length).toBeGreaterThan(15);
  for (const { register, name, label } of shown) {
    const { fields } = read(`registers/${register}.register.json`) as { fields: { name: string; label: object }[] };
    expect([name, label]).toEqual([name, fields.find((one) => one.name === name)?.label]);
  }
});
