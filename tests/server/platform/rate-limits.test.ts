import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRateLimits } from '../../../server/plugins/rate-limits.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('empty');
});
afterAll(async () => await database.close());

it('uses that come at once are counted together: as many as the limit are let through, those that came first', async () => {
  const [one, other] = [createRateLimits(database.db), createRateLimits(database.db)];
  const uses = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? one : other).take('key', 20, 60));
  const outcomes = await Promise.allSettled(uses);
  const admitted = outcomes.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
  expect(admitted).toHaveLength(20);
  for (const limits of [0, 1]) {
    const own = admitted.filter((index) => index % 2 === limits);
    expect(own).toEqual(own.map((_, at) => 2 * at + limits));
  }
  await expect(one.take('key', 20, 60)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await expect(one.take('other key', 1, 60)).resolves.toBeUndefined();
  const { used } = await database.db.selectFrom('rate_limit').select('used').where('key', '=', 'key').executeTakeFirstOrThrow();
  expect(used).toBe(61);
});
