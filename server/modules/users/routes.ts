import { defineModule, signedIn } from '../../contracts.ts';
import { authorOf } from '../changes.ts';
import { accessOfPrincipal } from '../identity/access.ts';
import { principalOf, settingsOf } from '../identity/principal.ts';
import { keepPicture, readPicture } from './pictures.ts';
import { listUsers } from './repository.ts';
import { saveSettings } from './settings.ts';

/** The user's own settings and menus, and the users pickers offer (API-16 to 20). */
export const userModule = defineModule({
  service: 'user',
  routes: {
    async config(request) {
      return settingsOf(await principalOf(request.db, signedIn(request)));
    },

    async saveConfig(request) {
      return await saveSettings(request.db, request.body, authorOf(request), request.services.documents);
    },

    async uploadPicture(request) {
      const { file } = request.files;
      const path = await keepPicture(request.db, signedIn(request).id, file, request.services.documents);
      return { sysFile: { path, originName: file?.name ?? '', size: file?.content.length ?? 0 } };
    },

    async picture({ db, params, reply }) {
      const picture = await readPicture(db, params.name);
      // Its name changes with its content.
      reply.header('cache-control', 'private, max-age=31536000, immutable');
      return { name: params.name, ...picture };
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
