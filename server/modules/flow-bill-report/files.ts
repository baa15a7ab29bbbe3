import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { authorOf } from '../changes.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import { requireReviewObject } from '../flow/rights.ts';
import { findComparison } from '../flow-comparison/comparisons.ts';
import { movementSheet } from '../flow-comparison/movement-sheet.ts';
import { readVerdictFile, resultKey, seenMark, type VerdictUpload, verdictChanges } from '../flow-comparison/verdict-file.ts';
import { type Cell, clockOf, inZone, type Sheet, workbook } from '../spreadsheets/workbook.ts';
import { holdReport, judgeReportWithin } from './changes.ts';
import { allRows, findReport, type ReportRowAnswer } from './reports.ts';

/** Columns of the workbook, by their texts in `flow-bill`. Task and code of the type say which row it is, the last three are read back. */
const columns = [
  'taskName',
  'productName',
  'ticketTypeCode',
  'ticketType',
  'tickets',
  'ticketNums',
  'amount',
  'findings',
  'verdict',
  'remark',
  'seen',
] as const;
const wide: ReadonlySet<string> = new Set(['taskName', 'productName', 'ticketNums', 'findings', 'remark']);

/** The bill report as a workbook: every row, what was found in all, and the movement of the dealer's stock once it was compared (API-141). @throws ApiError NOT_FOUND */
export async function exportReport(context: WordedContext, reviewObjectId: string): Promise<FileAnswer> {
  const object = await requireReviewObject(context.db, signedIn(context), reviewObjectId);
  const report = await findReport(context.db, object.id);
  if (!report) throw new ApiError('NOT_FOUND');
  const word = wordsOf(context);
  const { timeZone } = readerOf(context);
  const says = (key: string) => word(`flow-bill.${key}`);
  const [types, found, judgements] = [
    await labelsOf(context, 'ticket-type'),
    await labelsOf(context, 'flow-bill-finding'),
    await labelsOf(context, 'flow-verdict'),
  ];
  const rows = (await allRows(context.db, Number(report.id))).map((row): Cell[] => [
    row.taskName,
    row.productName ?? '',
    row.ticketTypeCode,
    types(row.ticketTypeCode),
    row.tickets,
    row.ticketNums ?? '',
    decimal(row.amount),
    row.findings.length === 0 ? says('complete') : row.findings.map(found).join(', '),
    row.verdict === null ? '' : judgements(row.verdict),
    row.remark ?? '',
    seenMark(row),
  ]);
  const { counts } = report;
  const summary: Cell[][] = [
    [says('dealer'), object.dealerName],
    [says('batch'), object.reviewBatchNo],
    [inZone(says('executeTime'), timeZone), clockOf(timeZone)(report.executeTime)],
    [says('executeBy'), report.executeBy ?? ''],
    ...(['tasks', 'completedTasks', 'all', 'complete', 'withVerdict'] as const).map((name): Cell[] => [says(name), counts[name]]),
    ...report.findings.map(({ finding, rows: count }): Cell[] => [found(finding), count]),
    ...(['amount', 'provenAmount'] as const).map((name): Cell[] => [says(name), decimal(report[name])]),
  ];
  const heads = columns.map((column) => ({ title: says(column), width: wide.has(column) ? 32 : 16 }));
  const comparison = await findComparison(context.db, object.id);
  const sheets: Sheet[] = [
    { name: says('rows'), columns: heads, rows },
    {
      name: says('summary'),
      columns: [
        { title: says('figure'), width: 40 },
        { title: says('value'), width: 32 },
      ],
      rows: summary,
    },
    ...(comparison ? [await movementSheet(context, Number(comparison.id))] : []),
  ];
  return workbook(`${object.dealerName} ${says('title')}`, sheets);
}

function decimal(amount: string | null): Cell {
  return amount === null ? null : { decimal: amount, decimals: 2 };
}

/**
 * Takes verdicts and remarks from an exported workbook, in whatever language it was (API-141): all of them, or none where something does not fit.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, PARAMETER_ERROR at `file`
 */
export async function uploadReport(context: WordedContext, reviewObjectId: string, file: UploadedFile | undefined): Promise<VerdictUpload> {
  const author = authorOf(context);
  await requireReviewObject(context.db, author.user, reviewObjectId);
  const read = await readVerdictFile(context, file, { area: 'flow-bill', keys: ['taskName', 'ticketTypeCode'] });
  return await context.db.transaction().execute(async (transaction) => {
    const report = await holdReport(transaction, author, reviewObjectId);
    const rows = new Map<string, ReportRowAnswer>();
    for (const row of await allRows(transaction, Number(report.id))) rows.set(resultKey([row.taskName, row.ticketTypeCode]), row);
    const { changes, upload } = await verdictChanges(context, read, rows);
    if (upload.saved && changes.length > 0) await judgeReportWithin(transaction, report, changes, author);
    return upload;
  });
}
