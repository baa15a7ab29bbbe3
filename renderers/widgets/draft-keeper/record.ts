export type DraftRecord = Record<string, unknown>;
export interface DraftConflict {
  mine: DraftRecord;
  theirs: DraftRecord;
}
export interface DraftShape {
  identity: readonly string[];
  valueField: string;
  versionField: string;
}

/** Version of a record; 0 where it has none. */
export function versionOf({ versionField }: DraftShape, record: DraftRecord): number {
  const version = Number(record[versionField] ?? 0);
  return Number.isSafeInteger(version) && version > 0 ? version : 0;
}

/** What of a record is saved, as changed from a version. */
export function based({ identity, valueField, versionField }: DraftShape, record: DraftRecord, version: number): DraftRecord {
  const parts = [...identity, valueField].map((name) => [name, record[name]] as const);
  return { ...Object.fromEntries(parts), [versionField]: version };
}
