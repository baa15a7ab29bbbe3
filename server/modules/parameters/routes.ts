import { defineModule } from '../../contracts.ts';
import { authorOf } from '../changes.ts';
import { signInWays } from '../identity/sign-in-ways.ts';
import { readShared } from '../site/repository.ts';
import { changeParameter, historyOf, listParameters, listRoles } from './changes.ts';

/** Settings of the installation that are data: read, changed, put back. */
export const parameterModule = defineModule({
  service: 'parameter',
  routes: {
    async list({ db, services }) {
      return await listParameters(db, services.documents.app());
    },

    async save(request) {
      const { key, version, ...given } = request.body;
      const { configs } = signInWays((await readShared(request.db)).signIn, request.services.settings);
      const isSingleSignOn = configs.some(({ protocol }) => protocol !== 'INTERNAL');
      return await changeParameter(request.db, authorOf(request), {
        app: request.services.documents.app(),
        key,
        version,
        given,
        isSingleSignOn,
      });
    },

    async reset(request) {
      return await changeParameter(request.db, authorOf(request), {
        app: request.services.documents.app(),
        ...request.body,
        given: 'initial',
      });
    },

    async roles({ db }) {
      return await listRoles(db);
    },

    async history({ db, query }) {
      return await historyOf(db, query.key);
    },
  },
});
