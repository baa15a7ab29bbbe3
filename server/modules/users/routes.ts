import { defineModule, signedIn } from '../../contracts.ts';
import { accessOfPrincipal } from '../identity/access.ts';
import { principalOf, settingsOf } from '../identity/principal.ts';
import { keepPicture, kept, readPicture, shown } from './pictures.ts';
import { accountLabel, listUsers } from './repository.ts';
import { saveSettings } from './settings.ts';

/** The user's own settings and menus, and the users pickers offer (API-16 to 20). */
export const userModule = defineModule({
  service: 'user',
  routes: {
    async config(request) {
      return settingsOf(await principalOf(request.db, signedIn(request)));
    },

    async saveConfig(request) {
      return await saveSettings(request, request.body);
    },

    async uploadPicture(request) {
      const { file } = request.files;
      const path = await keepPicture(request.db, signedIn(request).id, file, request.services.documents);
      return kept(path, file);
    },

    async picture({ db, params, reply }) {
      return shown(reply, params.name, await readPicture(db, params.name));
    },

    async menus(request) {
      const user = signedIn(request);
      return await request.keep(['access'], user.id, async () => [...accessOfPrincipal(user).menus]);
    },

    async list({ db, query }) {
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const { content, total } = await listUsers(db, { keyword: query.keyword?.trim() ?? '', ...page });
      return { content: content.map((row) => ({ ...row, label: accountLabel(row) })), total, ...page };
    },
  },
});
