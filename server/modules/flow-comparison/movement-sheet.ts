import type { WordedContext } from '../../context.ts';
import { wordsOf } from '../../reader.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import type { Cell, Sheet } from '../spreadsheets/workbook.ts';
import { allMovement } from './movement.ts';

/** Columns of the sheet, by their texts in `flow-data`. */
const columns = [
  'productCode',
  'productName',
  'kind',
  'opening',
  'purchased',
  'sold',
  'expected',
  'closing',
  'movementDifference',
] as const;

/** The movement of a dealer's stock as a sheet of a workbook. */
export async function movementSheet(context: WordedContext, comparisonId: number): Promise<Sheet> {
  const word = wordsOf(context);
  const kinds = await labelsOf(context, 'flow-movement-kind');
  const exact = (decimal: string | null): Cell => (decimal === null ? null : { decimal });
  const rows = (await allMovement(context.db, comparisonId)).map((row): Cell[] => [
    ...[row.productCode, row.productName, kinds(row.kind)],
    ...[row.opening, row.purchased, row.sold, row.expected, row.closing, row.difference].map(exact),
  ]);
  const heads = columns.map((column) => ({ title: word(`flow-data.${column}`), width: column === 'productName' ? 36 : 16 }));
  return { name: word('flow-data.movement'), columns: heads, rows };
}
