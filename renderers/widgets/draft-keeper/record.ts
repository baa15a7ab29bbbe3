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
