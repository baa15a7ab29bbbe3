import { randomUUID } from 'node:crypto';
import type { BoardCard, DataChart } from '../../../src/generated/calls.ts';
import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { labelOf } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { requireTable } from '../data-mart/rights.ts';
import { once } from '../once.ts';
import { nameFor, seenBoard } from './boards.ts';
import { insertBoard, lockOwner, requireRoom, writeContent } from './saving.ts';

interface Pin {
  boardId?: string | undefined;
  boardName?: string | undefined;
  name: string;
  chart: DataChart;
  key?: string | undefined;
}

/**
 * Puts a chart over a table the caller may view at the end of a board: of one they may change, of a new one, or of their first.
 * @throws ApiError NOT_FOUND and FORBIDDEN about table and board, PARAMETER_ERROR where the board is full
 */
export async function pinChart(context: WordedContext, { key, ...given }: Pin) {
  const user = signedIn(context);
  await requireTable(context.db, user, given.chart.bizId, 'view');
  return await context.db.transaction().execute(async (db) => {
    const card: BoardCard = { id: randomUUID(), kind: 'chart', title: given.name.trim(), chart: given.chart, width: 6, height: 'auto' };
    const id = await once(db, context, 'board-design.pin', { key, ...given } as { key?: string | undefined }, async () => {
      if (given.boardId === undefined && given.boardName !== undefined)
        return await insertBoard(context, db, { name: given.boardName.trim(), content: { cards: [card], filters: [] } });
      const target = given.boardId ?? (await firstBoard(db, Number(user.id)));
      if (target === undefined) {
        const name = labelOf({
          'zh-Hans': wordIn(context, 'zh-Hans'),
          'zh-Hant': wordIn(context, 'zh-Hant'),
          en: wordIn(context, 'en'),
        });
        return await insertBoard(context, db, { name, content: { cards: [card], filters: [] }, isFirst: true });
      }
      const row = await seenBoard(db, user, target, true);
      if (!row.canEdit) throw new ApiError('FORBIDDEN');
      requireRoom(row.content.cards.length + 1, 'name');
      await writeContent(context, db, row, { ...row.content, cards: [...row.content.cards, card] });
      return row.id;
    });
    const row = await seenBoard(db, user, String(id));
    return { boardId: String(id), boardName: nameFor(context, row.board_name), cardId: row.content.cards.at(-1)?.id ?? card.id };
  });
}

const wordIn = ({ services }: Context, language: 'en' | 'zh-Hans' | 'zh-Hant') =>
  services.documents.text(language, 'board-design.first') ?? 'board-design.first';

async function firstBoard(db: Database, ownerId: number): Promise<string | undefined> {
  await lockOwner(db, ownerId);
  const row = await db
    .selectFrom('report_board')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('is_first', '=', true)
    .executeTakeFirst();
  return row && String(row.id);
}
