import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { wordsOf } from '../../reader.ts';
import { authorOf } from '../changes.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { requireReviewObject } from '../flow/rights.ts';
import { flowFiles } from '../flow-process/kinds.ts';
import { labelsOf } from '../flow-process/labels.ts';
import { readTables, unusable } from '../flow-process/table-file.ts';
import type { ReadSheet } from '../spreadsheets/unreadable.ts';
import { type Cell, plainText, workbook } from '../spreadsheets/workbook.ts';
import { type GivenVerdict, holdComparison, judgeWithin } from './changes.ts';
import { type ComparisonRowAnswer, eachResult, findComparison } from './comparisons.ts';
import type { Verdict } from './tables.ts';

/** Columns of the workbook, by their texts in `flow-data`. The first two say which result it is, the last two are read back. */
const columns = [
  'productCode',
  'period',
  'productName',
  'kind',
  'clientQuantity',
  'dealerQuantity',
  'quantityDifference',
  'clientPrice',
  'dealerPrice',
  'clientAmount',
  'dealerAmount',
  'verdict',
  'remark',
] as const;
const verdicts: readonly Verdict[] = ['explained', 'confirmed', 'open'];
const longestRemark = 500;
const mostFaults = 100;

/** The results of a comparison as a workbook (API-135). @throws ApiError NOT_FOUND */
export async function exportComparison(context: WordedContext, reviewObjectId: string): Promise<FileAnswer> {
  const object = await requireReviewObject(context.db, signedIn(context), reviewObjectId);
  const comparison = await findComparison(context.db, object.id);
  if (!comparison) throw new ApiError('NOT_FOUND');
  const word = wordsOf(context);
  const [kinds, judgements] = [await labelsOf(context, 'flow-result-kind'), await labelsOf(context, 'flow-verdict')];
  const exact = (decimal: string | null): Cell => (decimal === null ? null : { decimal });
  const cells = (row: ComparisonRowAnswer): Cell[] => [
    ...[row.productCode, row.period, row.productName, kinds(row.kind)],
    ...[row.clientQuantity, row.dealerQuantity, row.quantityDifference, row.clientPrice, row.dealerPrice].map(exact),
    ...[row.clientAmount, row.dealerAmount].map(exact),
    ...[row.verdict === null ? '' : judgements(row.verdict), row.remark ?? ''],
  ];
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const row of eachResult(context.db, Number(comparison?.id))) yield cells(row);
  }
  const title = word('flow-data.comparison');
  const heads = columns.map((column) => ({
    title: word(`flow-data.${column}`),
    width: column === 'productName' || column === 'remark' ? 36 : 16,
  }));
  return workbook(`${object.dealerName} ${title}`, [{ name: title, columns: heads, rows: rows() }]);
}

export interface ComparisonUpload {
  saved: boolean;
  rows: number;
  changed: number;
  faultCount: number;
  faults: { key: string; row: number | null; message: string }[];
}
interface Fault {
  row: number | null;
  key: string;
  values?: Record<string, string>;
}

/**
 * Takes verdicts and remarks from an exported workbook, in whatever language it was (API-135): all of them, or none where something does not fit.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, PARAMETER_ERROR at `file`
 */
export async function uploadComparison(
  context: WordedContext,
  reviewObjectId: string,
  file: UploadedFile | undefined,
): Promise<ComparisonUpload> {
  const author = authorOf(context);
  await requireReviewObject(context.db, author.user, reviewObjectId);
  const admitted = await admitFile(file, fileRule(context.services.documents, flowFiles));
  const [sheet] = (await readTables(admitted)).filter(({ rows, isHidden }) => rows.length > 1 && isHidden !== true);
  if (!sheet) throw unusable('noRows', 'There are no rows below headings in it', { name: admitted.name });
  const place = headingPlaces(context, sheet);
  if (!place) throw unusable('noComparison', 'It is no exported comparison', { name: admitted.name });
  const meant = await verdictReader(context);
  return await context.db.transaction().execute(async (transaction) => {
    const { comparison } = await holdComparison(transaction, author, reviewObjectId);
    const results = new Map<string, ComparisonRowAnswer>();
    for await (const result of eachResult(transaction, Number(comparison.id)))
      results.set(keyOf(result.productCode, result.period), result);
    const faults: Fault[] = [];
    const seen = new Set<string>();
    const changes: GivenVerdict[] = [];
    for (const { number, cells } of sheet.rows.slice(1)) {
      const text = (column: keyof Places) => plainText(cells[place[column]]?.trim() ?? '');
      const key = keyOf(text('productCode'), text('period'));
      const result = results.get(key);
      const verdict = meant(text('verdict'));
      const remark = text('remark') === '' ? null : text('remark');
      const fault = faultOf({ result, isTwice: seen.has(key), verdict, remark }, text);
      seen.add(key);
      if (fault) faults.push({ row: number, ...fault });
      else if (result && (verdict !== result.verdict || remark !== result.remark))
        changes.push({ id: result.id, version: result.version, verdict, remark });
    }
    const saved = faults.length === 0;
    if (saved && changes.length > 0) await judgeWithin(transaction, comparison, changes, author);
    return {
      saved,
      rows: sheet.rows.length - 1,
      changed: saved ? changes.length : 0,
      faultCount: faults.length,
      faults: said(context, faults),
    };
  });
}

function keyOf(productCode: string, period: string): string {
  return JSON.stringify([productCode, period]);
}

type Places = Record<'productCode' | 'period' | 'verdict' | 'remark', number>;

/** Where the columns that are read stand, by their headings in any language; nothing where one is missing. */
function headingPlaces(context: WordedContext, sheet: ReadSheet): Places | undefined {
  const { documents } = context.services;
  const heads = sheet.rows[0]?.cells.map((cell) => cell.trim()) ?? [];
  const placeOf = (name: keyof Places) => {
    const titles = documents.app().languages.map(({ code }) => documents.text(code, `flow-data.${name}`));
    return heads.findIndex((head) => titles.includes(head));
  };
  const places = { productCode: placeOf('productCode'), period: placeOf('period'), verdict: placeOf('verdict'), remark: placeOf('remark') };
  return Object.values(places).includes(-1) ? undefined : places;
}

/** Reads a verdict by its value, or its label in any language; undefined for what is none. */
async function verdictReader({ db }: WordedContext): Promise<(text: string) => Verdict | null | undefined> {
  const rows = await db.selectFrom('dictionary_entry').select(['value', 'label']).where('type', '=', 'flow-verdict').execute();
  const meant = new Map<string, Verdict>(verdicts.map((verdict) => [verdict, verdict]));
  for (const { value, label } of rows) {
    const verdict = verdicts.find((one) => one === value);
    if (verdict) for (const text of typeof label === 'string' ? [label] : label.map(({ t }) => t)) meant.set(text, verdict);
  }
  return (text) => (text === '' ? null : meant.get(text));
}

function faultOf(
  {
    result,
    isTwice,
    verdict,
    remark,
  }: { result: ComparisonRowAnswer | undefined; isTwice: boolean; verdict: Verdict | null | undefined; remark: string | null },
  text: (column: keyof Places) => string,
): Omit<Fault, 'row'> | undefined {
  if (!result) return { key: 'noSuchResult', values: { product: text('productCode'), period: text('period') } };
  if (isTwice) return { key: 'resultTwice', values: { product: text('productCode'), period: text('period') } };
  if (verdict === undefined) return { key: 'noVerdict', values: { text: text('verdict') } };
  return remark !== null && remark.length > longestRemark ? { key: 'remarkTooLong', values: { most: String(longestRemark) } } : undefined;
}

/** The faults in the language of the caller. */
function said(context: WordedContext, faults: readonly Fault[]): ComparisonUpload['faults'] {
  const word = wordsOf(context);
  return faults.slice(0, mostFaults).map(({ row, key, values = {} }, index) => ({
    key: String(index + 1),
    row,
    message: Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{{${name}}}`, value), word(`flow-data.${key}`)),
  }));
}
