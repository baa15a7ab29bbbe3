import { byPresentNames } from '../../../src/core/register/names.ts';
import { defineModule } from '../../contracts.ts';
import { uncrossed } from '../../database/crossed.ts';
import { wrong } from '../../errors.ts';
import { readerOf } from '../../reader.ts';
import { requiredFile } from '../spreadsheets/required-file.ts';
import { boardOf } from './board.ts';
import { removeRecord, saveRecord } from './changes.ts';
import { choicesOf } from './choices.ts';
import { countRecords, spreadCounts } from './counting.ts';
import { exportRecords } from './exporting.ts';
import { pageOfRecords, type RecordFilter } from './finding.ts';
import { historyOf } from './history.ts';
import { importForm, importRecords } from './importing.ts';
import { moveRecords, removeRecords, setRecords } from './many.ts';
import { moveRecord } from './moving.ts';
import { type Register, requireRegister } from './registers.ts';
import { relatedRecords } from './related.ts';
import { answerOf, requireRow } from './rows.ts';
import { startedRecord } from './starting.ts';
import { undoImport } from './undo-import.ts';

/** Records of registers: what a document describes is kept, listed, changed and moved from state to state. */
export const registerModule = defineModule({
  service: 'register',
  routes: {
    async page(request) {
      const { register, current = 1, size = 10, sort = '', order = 'desc', ...filter } = request.body;
      const asked = requireRegister(request, register);
      return await pageOfRecords(request, asked, { ...filterOf(asked, filter), current, size, sort, order });
    },

    async get(request) {
      const register = requireRegister(request, request.query.register);
      return await answerOf(request, register, await requireRow(request.db, register, request.query.id));
    },

    async start(request) {
      const { register, by, of } = request.query;
      const asked = requireRegister(request, register, 'add');
      return await startedRecord(request, asked, { by, of });
    },

    async save(request) {
      return await uncrossed(() => saveRecord(request, request.body));
    },

    async move(request) {
      return await uncrossed(() => moveRecord(request, request.body));
    },

    async setMany(request) {
      return await setRecords(request, request.body);
    },

    async moveMany(request) {
      return await moveRecords(request, request.body);
    },

    async remove(request) {
      await uncrossed(() => removeRecord(request, request.body));
      return {};
    },

    async removeMany(request) {
      return await removeRecords(request, request.body);
    },

    async history(request) {
      const register = requireRegister(request, request.query.register);
      return { content: await historyOf(request, register, request.query.id) };
    },

    async related(request) {
      const register = requireRegister(request, request.query.register);
      return await relatedRecords(request, register, request.query.id);
    },

    async choices(request) {
      const { register, field, keyword = '', filter: isFilter = false, chosen, self } = request.query;
      const asked = requireRegister(request, register);
      return {
        content: await choicesOf(request, asked, field, {
          ...{ keyword: keyword.trim(), isFilter, chosen: chosen?.split(',').map(Number) },
          self: self === undefined ? undefined : Number(self),
        }),
      };
    },

    async counts(request) {
      const { register, by, spread, sum, ...given } = request.body;
      const asked = requireRegister(request, register);
      const filter = filterOf(asked, given);
      const { timeZone } = readerOf(request);
      if (spread && by.length !== 2) throw wrong('spread', 'needs two names in by');
      const counts = await countRecords(request, asked, { by, sum, filter, timeZone });
      return { content: spread ? spreadCounts(counts, by) : counts };
    },

    async board(request) {
      const { register, by = 'state', size = 20, ...filter } = request.body;
      const asked = requireRegister(request, register);
      return await boardOf(request, asked, { by, size, ...filterOf(asked, filter) });
    },

    async import(request) {
      const { register, ...rest } = request.query;
      return await importRecords(request, requireRegister(request, register, 'add'), { file: requiredFile(request.files.file), ...rest });
    },

    async undoImport(request) {
      return await undoImport(request, request.body);
    },

    async importForm(request) {
      return await importForm(request, requireRegister(request, request.query.register, 'add'));
    },

    async export(request) {
      const { register, sort: _, order: __, ...filter } = request.body;
      const asked = requireRegister(request, register, 'export');
      return await exportRecords(request, asked, filterOf(asked, filter));
    },
  },
});

type GivenFilter = Partial<Pick<RecordFilter, 'keyword' | 'state' | 'overdue'>>;

/** What records are looked for by: what is none of the words of the list is a field. */
function filterOf(
  { document }: Register,
  { keyword = '', state = '', overdue, ...fields }: GivenFilter & Record<string, unknown>,
): RecordFilter {
  return { keyword: keyword.trim(), state, overdue, fields: byPresentNames(document, fields) };
}
