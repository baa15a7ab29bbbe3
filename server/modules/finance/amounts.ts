import type { Period } from '../../../src/core/statement/index.ts';
import type { WordedContext } from '../../context.ts';
import { wordsOf } from '../../reader.ts';
import type { NamedItem } from '../risk/named-items.ts';
import type { Cell, Column, Sheet } from '../spreadsheets/workbook.ts';
import type { Model } from '../statements.ts';
import { amountCell, dayCell } from './export.ts';
import { figuresOf } from './figures.ts';
import { figureReader } from './models.ts';

/** What the rows of papers begin and end with: whose they are. */
interface Frame {
  columns: readonly Column[];
  cells: (item: NamedItem) => Cell[];
}

/**
 * Papers of one statement beside each other, a row a paper (API-83): its period, the indicators, and the amounts of the end of the period.
 * Those of the start stand in the workbook of each paper; what follows from them is in the indicators.
 */
export function amountsSheet(
  context: WordedContext,
  model: Model,
  { name, lists, head, tail }: { name: string; lists: AsyncIterable<readonly NamedItem[]>; head: Frame; tail: Frame },
): Sheet {
  const say = wordsOf(context);
  const { period, unit } = model.statement;
  const titled = (title: string): Column => ({ title, width: 20 });
  const indicators = model.indicators.map(({ indicator }) => {
    const shown = say(indicator.unit);
    return titled(shown === '' ? say(indicator.label) : `${say(indicator.label)} (${shown})`);
  });
  const amounts = model.rows.map(({ field }) => titled(`${say(field.label)} (${say(unit)})`));
  const days = [period.start, period.end].map((text) => titled(say(text)));
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const items of lists) {
      const ids = items.map(({ id }) => Number(id));
      const figures = await figuresOf(context.db, ids);
      for (const item of items) {
        const figure = figureReader(figures.get(Number(item.id)) ?? []);
        const { totals, indicators: results } = model.compute(figure);
        const day = (which: Period): Cell => dayCell(figure(period.field, which));
        yield [
          ...head.cells(item),
          ...[day('start'), day('end')],
          ...model.indicators.map(({ indicator }) => amountCell(results.get(indicator.name) ?? null, indicator.decimals)),
          ...model.rows.map(({ field }) =>
            amountCell(
              field.total === undefined ? figure(field.name, 'end') : (totals.get(`end.${field.name}`) ?? null),
              model.limits.decimals,
            ),
          ),
          ...tail.cells(item),
        ];
      }
    }
  }
  return { name, columns: [...head.columns, ...days, ...indicators, ...amounts, ...tail.columns], rows: rows() };
}
