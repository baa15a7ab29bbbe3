import { defineModule, signedIn } from '../../contracts.ts';
import { accessOfPrincipal } from '../identity/access.ts';
import { principalOf, settingsOf } from '../identity/principal.ts';
import { listUsers } from './repository.ts';

/** The user's own settings and menus, and the users pickers offer (API-17, 18, 20). */
export const userModule = defineModule({
  service: 'user',
  routes: {
    async config(request) {
      return settingsOf(await principalOf(request.db, signedIn(request)));
    },

    async menus(request) {
      const user = signedIn(request);
      return await request.keep(['access'], user.id, async () => [...accessOfPrincipal(user).menus]);
    },

    async list({ db, query }) {
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      return { ...(await listUsers(db, { keyword: query.keyword?.trim() ?? '', ...page })), ...page };
    },
  },
});
