import { defineModule } from '../../contracts.ts';
import { boardOf, boardsOf } from './boards.ts';
import { candidates } from './candidates.ts';
import { columnsOfTables } from './columns.ts';
import { documentOf } from './document.ts';
import { exportBoard } from './export.ts';
import { pinChart } from './pinning.ts';
import { createBoard, removeBoard, replaceChart, saveBoard } from './saving.ts';
import { giveBoard, shareBoard, takeBoard } from './sharing.ts';

/** Boards people make of cards, for themselves and for others (DATA-01, MISC-07). */
export const boardDesignModule = defineModule({
  service: 'board-design',
  routes: {
    async list(request) {
      return await boardsOf(request);
    },
    async get(request) {
      return await boardOf(request, request.query.id);
    },
    async create(request) {
      return await createBoard(request, request.body);
    },
    async save(request) {
      return await saveBoard(request, request.body);
    },
    async replace(request) {
      return await replaceChart(request, request.body);
    },
    async pin(request) {
      return await pinChart(request, request.body);
    },
    async share(request) {
      return await shareBoard(request, request.body);
    },
    async give(request) {
      await giveBoard(request, request.body);
      return {};
    },
    async take(request) {
      await takeBoard(request, request.body.id);
      return {};
    },
    async remove(request) {
      await removeBoard(request, request.query.id);
      return {};
    },
    async readers(request) {
      const { keyword = '', kind = 'all', board } = request.query;
      return await candidates(request, { keyword: keyword.trim(), kind, board });
    },
    async columns(request) {
      return await columnsOfTables(request, request.body.tables);
    },
    async document(request) {
      return await documentOf(request, request.query.id);
    },
    async export(request) {
      return await exportBoard(request, request.body);
    },
  },
});
