import { type ParsedRow, parseTables, type TableFault, type TableFaultKind } from '../spreadsheets/parse-tables.ts';
import { type Column, type headingReader, type Part, parts, type Texts, textOf } from './columns.ts';
import type { hiddenReader } from './text-rules.ts';
import { isBlank, textKey } from './texts.ts';

/** What does not fit: a text `template.<kind>Fault` and what to do about it. */
export type Fault = TableFault<TableFaultKind | 'repeated' | 'exists' | 'beyond'>;
/** A row that fits, with the place it came from. */
export type Parsed = ParsedRow<Texts[string]>;
export interface ParsedFile {
  /** Rows of the parts the file has. */
  parts: Partial<Record<Part, Parsed[]>>;
  faults: Fault[];
  /** Names of its sheets, in their order. */
  sheets: string[];
}

/** Most rows read of a sheet, and most columns: every field in every language, and some nobody knows. */
const limits = { rows: 5_000, columns: 60 };
const longest = 1_000;

/** Reads a workbook or CSV file, whatever its name says. Never throws for what stands in the file: that is a fault. */
export async function parseFile(
  file: { name: string; content: Buffer },
  read: ReturnType<typeof headingReader>,
  hiddenIn: ReturnType<typeof hiddenReader>,
): Promise<ParsedFile> {
  return await parseTables<Part, Column & { part: Part }, Texts[string]>(file, {
    ...{ parts, read, textOf, isBlank, hiddenIn, limits },
    keyOf: ({ field, language }) => `${field} ${language}`,
    longest: () => longest,
  });
}

/** Equal for rows people could not tell apart. */
function rowKey(part: Part, texts: Texts): string {
  return parts[part].required.map((field) => textKey(texts[field] ?? '')).join();
}

/** The rows that are new and within the limit; what repeats a row of the file or of the draft is a fault. */
export function withoutRepeats(part: Part, rows: readonly Parsed[], existing: readonly Texts[], most: number, faults: Fault[]): Parsed[] {
  const there = new Set(existing.map((texts) => rowKey(part, texts)));
  const seen = new Map<string, number>();
  const kept: Parsed[] = [];
  for (const parsed of rows) {
    const { sheet, row, texts } = parsed;
    const key = rowKey(part, texts);
    const first = seen.get(key);
    if (first !== undefined) faults.push({ kind: 'repeated', sheet, row, values: { first } });
    else if (there.has(key)) faults.push({ kind: 'exists', sheet, row });
    else if (existing.length + kept.length >= most) {
      faults.push({ kind: 'beyond', sheet, row, values: { most } });
      break;
    } else kept.push(parsed);
    seen.set(key, first ?? row);
  }
  return kept;
}
