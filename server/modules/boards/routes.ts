import { defineModule } from '../../contracts.ts';
import { addBoard, boardOf, changeBoard, pageOfBoards, pagesOfBoards, removeBoard } from './boards.ts';

/** Boards of the risk cockpit (API-27, MENU-06, MISC-07). */
export const boardModule = defineModule({
  service: 'board',
  routes: {
    async page(request) {
      const { keyword = '', status = '1', current = 1, size = 10 } = request.body;
      return await pageOfBoards(request, { keyword: keyword.trim(), status, current, size });
    },

    async get(request) {
      return await boardOf(request, request.query.id);
    },

    pages({ services }) {
      return pagesOfBoards(services.documents);
    },

    async create(request) {
      return await addBoard(request, request.body);
    },

    async update(request) {
      const { id, version, ...given } = request.body;
      return await changeBoard(request, id, version, given);
    },

    async remove(request) {
      await removeBoard(request, request.query.id);
      return {};
    },
  },
});
