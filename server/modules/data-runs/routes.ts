import { defineModule, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { requireTable } from '../data-mart/rights.ts';
import { findExecutable } from './kinds.ts';
import { queueRun, stopRun } from './queue.ts';
import { pageOfRuns, requireRun, runSayer } from './runs.ts';

/** Runs of whatever makes a table: started, followed, stopped, repeated (API-103, DATA-10, DATA-11). */
export const dataRunModule = defineModule({
  service: 'data-run',
  routes: {
    async execute(request) {
      const { db, query } = request;
      const author = authorOf(request);
      const found = await findExecutable(db, author.user, query);
      if (!found) {
        // Says first whether there is such a table at all.
        await requireTable(db, author.user, query.bizId, 'execute');
        throw new ApiError('NOTHING_TO_RUN');
      }
      const { id } = await db.transaction().execute(async (transaction) => {
        const queued = await queueRun(transaction, found, { userId: Number(author.user.id), name: signature(author.user) });
        if (queued.isNew)
          await record(transaction, author.origin, {
            action: 'data_run_start',
            targetType: 'data_run',
            targetId: String(queued.id),
            targetName: found.title,
            actor: author.user,
            detail: { bizId: query.bizId, kind: found.kind },
          });
        return queued;
      });
      return runSayer(request)(await requireRun(db, author.user, String(id)));
    },

    async page(request) {
      const { bizId, pageNo = 1, pageSize = 10 } = request.body;
      const reader = signedIn(request);
      const { table } = await requireTable(request.db, reader, bizId, 'view');
      const { rows, total } = await pageOfRuns(request.db, reader, table.id, { pageNo, pageSize });
      return { content: rows.map(runSayer(request)), total, current: pageNo, size: pageSize, tableRows: table.rows };
    },

    async get(request) {
      return runSayer(request)(await requireRun(request.db, signedIn(request), request.query.id));
    },

    async stop(request) {
      const author = authorOf(request);
      await requireRun(request.db, author.user, request.body.id, 'execute');
      await stopRun(request.db, Number(request.body.id));
      await record(request.db, author.origin, {
        action: 'data_run_stop',
        targetType: 'data_run',
        targetId: request.body.id,
        actor: author.user,
      });
      return runSayer(request)(await requireRun(request.db, author.user, request.body.id));
    },

    async rerun(request) {
      const author = authorOf(request);
      const before = await requireRun(request.db, author.user, request.body.id, 'execute');
      if (before.status === 'queued' || before.status === 'started') throw new ApiError('RUN_OPEN');
      const row = await request.db
        .selectFrom('data_run')
        .select(['table_id as tableId', 'input'])
        .where('id', '=', before.id)
        .executeTakeFirstOrThrow();
      const { id } = await request.db.transaction().execute(async (transaction) => {
        const queued = await queueRun(
          transaction,
          { kind: before.kind, tableId: row.tableId, title: before.title, input: row.input },
          { userId: Number(author.user.id), name: signature(author.user), rerunOf: before.id },
        );
        await record(transaction, author.origin, {
          action: 'data_run_start',
          targetType: 'data_run',
          targetId: String(queued.id),
          targetName: before.title,
          actor: author.user,
          detail: { rerunOf: before.id },
        });
        return queued;
      });
      return runSayer(request)(await requireRun(request.db, author.user, String(id)));
    },
  },
});
