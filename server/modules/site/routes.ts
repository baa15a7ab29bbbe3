import { siteValues } from '../../../src/core/site-values.ts';
import { defineModule } from '../../contracts.ts';
import { readConfig, readSiteFile } from './repository.ts';

/** API-04: three values of the configuration, and what the file of an installation puts in their place. */
export const siteModule = defineModule({
  service: 'site',
  routes: {
    async config({ db }) {
      const [configured, file] = await Promise.all([readConfig(db, 'site'), readSiteFile(db)]);
      return { ...siteValues(configured), ...file };
    },
  },
});
