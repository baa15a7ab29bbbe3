import { defineModule } from '../../contracts.ts';
import { removeLink, removeParty, saveLink, saveParty } from './changes.ts';
import { graphAround } from './graph.ts';
import { linksOfParty, pageOfParties } from './parties.ts';
import { pathBetween } from './path.ts';

/** The relationship graph of suppliers and what it is drawn from (GRAPH-01). */
export const relationModule = defineModule({
  service: 'relation',
  routes: {
    async graph({ db, query }) {
      return await graphAround(db, query.supplierCode, query.depth ?? 2);
    },

    async path({ db, query }) {
      return await pathBetween(db, query.from, query.to);
    },

    async parties({ db, query }) {
      const { keyword = '', kind = '', current = 1, size = 10 } = query;
      return await pageOfParties(db, { keyword: keyword.trim(), kind, current, size });
    },

    async links({ db, query }) {
      const { code, current = 1, size = 10 } = query;
      return await linksOfParty(db, { code, current, size });
    },

    async saveParty(request) {
      return await saveParty(request, request.body);
    },

    async removeParty(request) {
      await removeParty(request, request.query);
      return {};
    },

    async saveLink(request) {
      return await saveLink(request, request.body);
    },

    async removeLink(request) {
      await removeLink(request, request.query);
      return {};
    },
  },
});
