import { sql } from 'kysely';
import { defineModule } from '../../contracts.ts';
import { promptOf } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';

export const healthModule = defineModule({
  service: 'health',
  routes: {
    async get({ db, log, services }) {
      if (services.isStopping()) throw new ApiError('UNAVAILABLE', { msg: 'The server is stopping' });
      try {
        await sql`select 1`.execute(promptOf(db));
      } catch (error) {
        log.error({ err: error }, 'the database does not answer');
        throw new ApiError('UNAVAILABLE', { cause: error });
      }
      return { status: 'up', database: 'up', uptime: Math.round(process.uptime()) };
    },
  },
});
