import { defineModule, type Principal, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { holdsAll } from '../identity/rights.ts';
import { decisionDetail, everything, findDecision, pageOfDecisions } from './decisions.ts';
import { pageOfEntries, removeEntries, saveEntry } from './entries.ts';
import { execute } from './execute.ts';
import { exportDecisions } from './exporting.ts';
import { entryForm, exportEntries, importEntries } from './importing.ts';
import { pageOfLists, removeList, requireList, saveList, withRegisters } from './lists.ts';
import { ready } from './ready.ts';
import { review } from './review.ts';

interface Filters {
  setCode?: string;
  decision?: string;
  state?: string;
  keyword?: string;
  rule?: string;
  time?: string[];
}

function filterOf({ setCode = '', decision = '', state = '', keyword = '', rule = '', time = [] }: Filters) {
  const [from, to] = time.map((moment) => new Date(moment));
  return { setCode, decision, state, keyword: keyword.trim(), rule, from, to };
}

/** Whose decisions: a caller's own alone, unless they may read those of others. */
function ownOrRead(user: Principal): number | undefined {
  const mayRead = ['screening:log:list', 'screening:review:list'].some((permission) => holdsAll(user, [permission]));
  return mayRead ? undefined : Number(user.id);
}

/** Risk screening: deciding, the log, reviews, and watch lists (SCREEN-01). */
export const screeningModule = defineModule({
  service: 'screening',
  routes: {
    async execute(request) {
      return await execute(request, request.body);
    },

    async result(request) {
      const decision = await findDecision(request.db, request.query.id, ownOrRead(signedIn(request)));
      if (!decision) throw new ApiError('NOT_FOUND');
      const { id, final, reason, reviewTime } = decision;
      return { id, decision: decision.decision, final, reason, reviewTime };
    },

    async sets({ db }) {
      return await db.selectFrom('rule_set').select(['code as value', 'name as label']).orderBy('code').execute();
    },

    async queue({ db, body }) {
      const { setCode = '', keyword = '', pageNo = 1, pageSize = 10 } = body;
      const waiting = { ...everything, setCode, keyword: keyword.trim(), state: 'waiting' };
      return await pageOfDecisions(db, waiting, { pageNo, pageSize, order: 'asc' });
    },

    async decisions({ db, body }) {
      const { pageNo = 1, pageSize = 10, ...filters } = body;
      return await pageOfDecisions(db, filterOf(filters), { pageNo, pageSize, order: 'desc' });
    },

    async decision(request) {
      return await decisionDetail(request, request.query.id);
    },

    async review(request) {
      return await review(request, request.body);
    },

    async export(request) {
      const { format = 'csv', ...filters } = request.body;
      return await exportDecisions(request, filterOf(filters), format);
    },

    async lists(request) {
      const { keyword = '', pageNo = 1, pageSize = 10 } = request.body;
      const page = await pageOfLists(request.db, { keyword: keyword.trim(), pageNo, pageSize });
      return { ...page, content: await Promise.all(page.content.map((list) => withRegisters(request, list))) };
    },

    async list(request) {
      return await withRegisters(request, await requireList(request.db, request.query.id));
    },

    async saveList(request) {
      return await saveList(request, request.body);
    },

    async removeList(request) {
      await removeList(request, request.query.id);
      return {};
    },

    async entries({ db, body, services }) {
      const { listId, keyword = '', kind = '', expired = '', pageNo = 1, pageSize = 10 } = body;
      const filter = { listId, keyword: keyword.trim(), kind, expired, pageNo, pageSize };
      return await pageOfEntries(db, services.settings.timeZone, filter);
    },

    async saveEntry(request) {
      return await saveEntry(request, request.body);
    },

    async removeEntries(request) {
      return { removed: await removeEntries(request, request.body.listId, request.body.ids) };
    },

    async matches(request) {
      const { db, body, services } = request;
      const { code } = await requireList(db, body.listId);
      const { lists } = await ready(db, signedIn(request), services);
      return (lists.get(code)?.index.find(body.text, body.score ?? 85, Date.now()) ?? []).slice(0, 20);
    },

    async importEntries(request) {
      const { partial, ...given } = request.query;
      return await importEntries(request, request.files.file, { mode: 'append', ...given, partial: partial === '1' });
    },

    async exportEntries(request) {
      return await exportEntries(request, request.query.listId);
    },

    entryForm(request) {
      return entryForm(request);
    },
  },
});
