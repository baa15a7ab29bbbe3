import { checkRule } from '../../../src/core/index.ts';
import type { RuleDocument } from '../../../src/core/types.ts';
import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { wordsOfArea } from '../../reader.ts';
import { hiddenReader } from '../risk-templates/text-rules.ts';
import { inOrder, type SaidFault, saidFaults } from '../spreadsheets/faults.ts';
import { folded, headingsOfFields } from '../spreadsheets/headings.ts';
import { type ParsedRow, parseTables, type TableFault, type TableFaultKind } from '../spreadsheets/parse-tables.ts';
import { workbook } from '../spreadsheets/workbook.ts';

/** Files of the flow audit with their columns: texts `flow.<field>` head them, or what `flow-columns.<field>` lists, `flow.<part>Sheet` names the sheet. */
export const fileParts = {
  dealer: { required: ['dealerCode', 'dealerName'], more: ['email'] },
  product: { required: ['productCode', 'productName'], more: ['productSpec'] },
  relation: { required: ['kind', 'sourceName', 'targetCode'], more: ['targetName'] },
  object: { required: ['reviewBatchNo', 'dealerCode'], more: ['dealerName', 'executor', 'remark'] },
} as const satisfies Record<string, { required: readonly string[]; more: readonly string[] }>;
export type FilePart = keyof typeof fileParts;

/** Most characters of a field; 200 where nothing is said. */
const longest: Readonly<Record<string, number>> = {
  ...{ dealerCode: 64, productCode: 64, targetCode: 64, email: 100, reviewBatchNo: 32, remark: 500, kind: 20, executor: 100 },
};
/** Rows and columns that are read of a file. */
export const limits = { rows: 20_000, columns: 20 };

export type FlowFault = TableFault<
  TableFaultKind | 'repeated' | 'exists' | 'unknownDealer' | 'unknownTarget' | 'otherName' | 'executor' | 'batchNo' | 'email' | 'kind'
>;
export type FlowRow = ParsedRow<string>;
export interface FlowFile {
  rows: FlowRow[];
  /** How many rows hold something, those that do not fit among them. */
  count: number;
  faults: FlowFault[];
  sheets: string[];
}

export type Word = ReturnType<typeof wordsOfArea>;

export function flowWords(context: WordedContext): Word {
  return wordsOfArea(context, (key) => `flow.${key}`);
}

export function fieldsOf(part: FilePart): readonly string[] {
  return [...fileParts[part].required, ...fileParts[part].more];
}

/** The rows of a file of one part, without those in which something does not fit. Empty cells are ''. */
export async function readFlowFile(context: WordedContext, part: FilePart, file: { name: string; content: Buffer }): Promise<FlowFile> {
  const { documents } = context.services;
  const known = headingsOfFields(documents, 'flow', fieldsOf(part), 'flow-columns');
  const hiddenIn = hiddenReader(documents, 'one-line');
  const { parts, ...rest } = await parseTables<FilePart, { part: FilePart; field: string }, string>(file, {
    ...{ parts: fileParts, limits, hiddenIn },
    read: (heading) => {
      const field = known.get(folded(heading.slice(0, 200)));
      return field === undefined ? undefined : { part, field };
    },
    keyOf: ({ field }) => field,
    textOf: (columns, cells, field) => cells[columns.findIndex((column) => column?.field === field)]?.trim() ?? '',
    isBlank: (text) => text === '',
    longest: (field) => longest[field] ?? 200,
  });
  return { rows: parts[part] ?? [], ...rest };
}

/** A fault at a field of a row. */
export function faultAt(row: FlowRow, field: string, kind: FlowFault['kind'], values: Record<string, string | number> = {}): FlowFault {
  return { kind, sheet: row.sheet, row: row.row, column: row.letters[field], values: { field, ...values } };
}

/** Rows of which the file has no other before them; `keyOf` gives what tells two apart, `field` where it stands. */
export function withoutRepeats(rows: readonly FlowRow[], field: string, keyOf: (row: FlowRow) => string, faults: FlowFault[]): FlowRow[] {
  const seen = new Map<string, number>();
  return rows.filter((row) => {
    const key = keyOf(row);
    const first = seen.get(key);
    if (first !== undefined) faults.push(faultAt(row, field, 'repeated', { first }));
    seen.set(key, first ?? row.row);
    return first === undefined;
  });
}

/** Whether a text follows a rule of the documents. */
export function follows({ services }: WordedContext, name: string): (text: string) => boolean {
  const rule = services.documents.get('rule', name) as RuleDocument | undefined;
  if (!rule) throw new Error(`There is no rule ${name}`);
  return (text) => !checkRule(rule, text);
}

/** One row of a preview: what it says, and of a changed one what stands there now. */
export interface PreviewRow {
  row: number;
  effect: 'added' | 'changed';
  code: string;
  name: string;
  more: string;
  before: string;
}
export interface ImportAnswer {
  saved: boolean;
  rows: number;
  added: number;
  changed: number;
  unchanged: number;
  faultCount: number;
  faults: SaidFault[];
  preview: (PreviewRow & { key: string })[];
}
const shownRows = 500;

/** What a file does, for the one who gave it: counts, the first rows, the first faults in words. */
export function importAnswer(
  context: WordedContext,
  {
    file,
    faults,
    effects,
    unchanged,
    saved,
  }: { file: FlowFile; faults: readonly FlowFault[]; effects: readonly PreviewRow[]; unchanged: number; saved: boolean },
): ImportAnswer {
  const added = effects.filter(({ effect }) => effect === 'added').length;
  return {
    saved,
    rows: file.count,
    added,
    changed: effects.length - added,
    unchanged,
    ...saidFaults(flowWords(context), inOrder(faults, file.sheets)),
    preview: effects.slice(0, shownRows).map((row, index) => ({ key: String(index + 1), ...row })),
  };
}

/** The workbook an upload reads, without rows, and a page that says how to fill it in. */
export function emptyFile(context: WordedContext, part: FilePart): FileAnswer {
  const word = flowWords(context);
  const help = [word(`${part}Help`), word('helpRequired', { fields: fileParts[part].required.map((field) => word(field)).join(', ') })];
  return workbook(word(`${part}Template`), [
    { name: word(`${part}Sheet`), columns: columnsOf(word, part), rows: [] },
    {
      name: word('help'),
      columns: [{ title: word('help'), width: 120 }],
      rows: [...help, word('helpLimits', { rows: limits.rows })].map((line) => [line]),
    },
  ]);
}

export function columnsOf(word: Word, part: FilePart): { title: string; width: number }[] {
  return fieldsOf(part).map((field) => ({ title: word(field), width: 24 }));
}
