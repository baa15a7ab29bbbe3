import { defineModule, signedIn } from '../../contracts.ts';
import { beginSetup, confirmSetup, ownFactor, removeOwnFactor, renewCodes } from './enrolment.ts';

/** One's own second factor. */
export const secondFactorModule = defineModule({
  service: 'second-factor',
  routes: {
    async state(request) {
      return await ownFactor(request.db, Number(signedIn(request).id));
    },

    async begin(request) {
      return await beginSetup(request);
    },

    async confirm(request) {
      return await confirmSetup(request, request.body);
    },

    async codes(request) {
      return await renewCodes(request, request.body);
    },

    async remove(request) {
      await removeOwnFactor(request, request.body);
      return {};
    },
  },
});
