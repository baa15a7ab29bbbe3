import { defineModule } from '../../contracts.ts';

export const screensModule = defineModule({
  service: 'screens',
  routes: {
    state({ services: { documents } }) {
      const refused = documents.refused().map(({ path, served, errors }) => ({
        path,
        served,
        // Where the folder lies on the server is nobody's business.
        errors: errors.map(({ file: _, ...error }) => error),
      }));
      return { revision: documents.revision(), refused };
    },
  },
});
