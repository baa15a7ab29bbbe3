import { defineModule, signedIn } from '../../contracts.ts';
import type { DictionaryTone } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { findEntry, listEntries, listTypes } from './repository.ts';
import { changeEntry, createEntry, loadTypes, removeEntry, requireTypes, splitTypes } from './service.ts';

/** Dictionaries (API-21 to 26). */
export const dictionaryModule = defineModule({
  service: 'dictionary',
  routes: {
    async list({ db, query, keep }) {
      const types = splitTypes(query.dictType ?? '');
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const filter = { types, keyword: query.keyword?.trim() ?? '', status: query.status ?? '', sort: query.sort ?? '' };
      const wanted = { ...filter, order: query.order === 'desc' ? 'desc' : 'asc', ...page } as const;
      return await keep(['dictionary'], JSON.stringify(wanted), async () => {
        await requireTypes(db, types);
        return { ...(await listEntries(db, wanted)), ...page };
      });
    },

    async types({ db, keep }) {
      return await keep(['dictionary'], '', () => listTypes(db));
    },

    async type({ db, params, keep }) {
      return await keep(['dictionary'], params.type, () => loadTypes(db, params.type));
    },

    async get({ db, params }) {
      const entry = await findEntry(db, Number(params.id));
      if (!entry) throw new ApiError('NOT_FOUND');
      return entry;
    },

    async create(request) {
      return await createEntry(request.db, values(request.body), signedIn(request), request);
    },

    async update(request) {
      return await changeEntry(request.db, values(request.body), signedIn(request), request);
    },

    async remove(request) {
      await removeEntry(request.db, request.params.id, signedIn(request), request);
      return {};
    },
  },
});

/** A select that was cleared sends an empty tone. */
function values<Body extends { tone?: DictionaryTone | '' | null }>(body: Body) {
  return { ...body, ...(body.tone !== undefined && { tone: body.tone === '' ? null : body.tone }) };
}
