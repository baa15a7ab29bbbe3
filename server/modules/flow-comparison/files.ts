import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { wordsOf } from '../../reader.ts';
import { authorOf } from '../changes.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import { requireReviewObject } from '../flow/rights.ts';
import { type Cell, workbook } from '../spreadsheets/workbook.ts';
import { holdComparison, judgeWithin } from './changes.ts';
import { type ComparisonRowAnswer, eachResult, findComparison } from './comparisons.ts';
import { movementSheet } from './movement-sheet.ts';
import { readVerdictFile, resultKey, seenMark, type VerdictUpload, verdictChanges } from './verdict-file.ts';

/** Columns of the workbook, by their texts in `flow-data`. The first two say which result it is, the last three are read back. */
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
  'seen',
] as const;
/** The results of a comparison as a workbook, with the movement of the dealer's stock as its second sheet (API-135). @throws ApiError NOT_FOUND */
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
    ...[row.verdict === null ? '' : judgements(row.verdict), row.remark ?? '', seenMark(row)],
  ];
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const row of eachResult(context.db, Number(comparison?.id))) yield cells(row);
  }
  const title = word('flow-data.comparison');
  const heads = columns.map((column) => ({
    title: word(`flow-data.${column}`),
    width: column === 'productName' || column === 'remark' ? 36 : 16,
  }));
  return workbook(`${object.dealerName} ${title}`, [
    { name: title, columns: heads, rows: rows() },
    await movementSheet(context, Number(comparison.id)),
  ]);
}

/**
 * Takes verdicts and remarks from an exported workbook, in whatever language it was (API-135): all of them, or none where something does not fit.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, PARAMETER_ERROR at `file`
 */
export async function uploadComparison(
  context: WordedContext,
  reviewObjectId: string,
  file: UploadedFile | undefined,
): Promise<VerdictUpload> {
  const author = authorOf(context);
  await requireReviewObject(context.db, author.user, reviewObjectId);
  const read = await readVerdictFile(context, file, { area: 'flow-data', keys: ['productCode', 'period'] });
  return await context.db.transaction().execute(async (transaction) => {
    const { comparison } = await holdComparison(transaction, author, reviewObjectId);
    const results = new Map<string, ComparisonRowAnswer>();
    for await (const result of eachResult(transaction, Number(comparison.id)))
      results.set(resultKey([result.productCode, result.period]), result);
    const { changes, upload } = await verdictChanges(context, read, results);
    if (upload.saved && changes.length > 0) await judgeWithin(transaction, comparison, changes, author);
    return upload;
  });
}
