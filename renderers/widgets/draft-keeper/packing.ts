import { asObject, recordsIn } from './answers.ts';
import type { Labels } from './labels.ts';
import type { DraftRecord, DraftShape } from './record.ts';

const namesOf = ({ identity, valueField, versionField }: DraftShape): string[] => [...identity, valueField, versionField];

/** Without the names of the parts: five times as many have room in a browser. */
function packed(shape: DraftShape, records: Iterable<DraftRecord>): unknown[][] {
  const names = namesOf(shape);
  return Array.from(records, (record) => names.map((name) => record[name]));
}

export function unpacked(shape: DraftShape, kept: unknown): DraftRecord[] {
  const names = namesOf(shape);
  if (!Array.isArray(kept)) return [];
  return (kept as unknown[]).flatMap((parts) => {
    if (!Array.isArray(parts)) return recordsIn([parts]);
    return parts.length === names.length ? [Object.fromEntries(names.map((name, index) => [name, parts[index] as unknown]))] : [];
  });
}

/** What the storage of a browser keeps. Undefined when there is nothing. */
export function textOf(shape: DraftShape, parts: Record<string, readonly DraftRecord[]>, labels: Labels): string | undefined {
  const kept = Object.entries(parts).map(([name, records]) => [name, packed(shape, records)] as const);
  if (kept.every(([, records]) => records.length === 0)) return undefined;
  const names = labels.packed(Object.values(parts).flat());
  return JSON.stringify({ format: 2, ...Object.fromEntries(kept), ...(names.length > 0 && { labels: names }) });
}

export function keptIn(text: string): Record<string, unknown> {
  try {
    const kept = asObject(JSON.parse(text));
    return kept.format === 1 || kept.format === 2 ? kept : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
