import { defineModule } from '../../contracts.ts';
import { readSiteFile } from './repository.ts';

/** API-04: values that replace parts of the configuration. */
export const siteModule = defineModule({
  service: 'site',
  routes: {
    async config({ db }) {
      return await readSiteFile(db);
    },
  },
});
