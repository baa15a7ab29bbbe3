import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendNotice } from '../../../server/modules/messages/notices.ts';
import { startApp, type TestApp } from '../../support/app.ts';

let app: TestApp;
let users: number[];
beforeAll(async () => {
  app = await startApp();
  users = (await app.db.selectFrom('app_user').select('id').orderBy('id').limit(3).execute()).map(({ id }) => id);
});
afterAll(async () => await app.close());

const rows = (sourceId: string) => app.db.selectFrom('message').selectAll().where('source_id', '=', sourceId).orderBy('user_id').execute();

describe('a notice', () => {
  it('[MSG-01] [MSG-10] reaches each user once, unread, with type and level of its template', async () => {
    const sent = await sendNotice(app.db, {
      template: 'account/session-ended',
      userIds: [...users, ...users.map(String), 999_999],
      parameters: { by: 'Administrator', address: '10.0.0.1' },
      sourceId: 'once',
    });
    expect(sent).toBe(3);
    const kept = await rows('once');
    expect(kept.map((row) => row.user_id)).toEqual(users);
    expect(kept[0]).toMatchObject({ template: 'account/session-ended', notice_type: '1', level: 2, read_at: null, link: null });
  });

  it('[MSG-10] that was deleted unread is none that waits: the next one of its kind comes', async () => {
    const send = () =>
      sendNotice(app.db, {
        ...{ template: 'account/session-ended', userIds: users.slice(0, 1), sourceId: 'waits', unlessUnread: true },
        parameters: { by: 'Administrator', address: '10.0.0.1' },
      });
    await send();
    await send();
    expect(await rows('waits')).toHaveLength(1);
    await app.db.updateTable('message').set({ deleted_at: new Date() }).where('source_id', '=', 'waits').execute();
    await send();
    expect(await rows('waits')).toHaveLength(2);
  });

  it('takes level and link of the sender, inside the application only', async () => {
    const notice = { template: 'account/welcome', userIds: users.slice(0, 1), parameters: { name: 'A' } } as const;
    await sendNotice(app.db, { ...notice, level: 'urgent', link: '/home?tab=1', sourceId: 'own' });
    expect(await rows('own')).toMatchObject([{ level: 3, link: '/home?tab=1' }]);
    for (const link of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/a%2f%2fevil', 'javascript:alert(1)']) {
      await expect(sendNotice(app.db, { ...notice, link, sourceId: 'evil' })).rejects.toThrow('leads out of the application');
    }
    expect(await rows('evil')).toEqual([]);
  });

  it('is refused with parameters it does not have, lacks or that are of another kind', async () => {
    const send = (parameters: Record<string, unknown>) =>
      sendNotice(app.db, { template: 'account/welcome', userIds: users, parameters: parameters as { name: string } });
    await expect(send({})).rejects.toThrow('needs the parameters name (wording)');
    await expect(send({ name: 3 })).rejects.toThrow('needs the parameters name (wording)');
    await expect(send({ name: 'A', nmae: 'B' })).rejects.toThrow('has no parameter nmae');
  });

  it('goes with the change it is about: a transaction taken back sends nothing', async () => {
    const failing = app.db.transaction().execute(async (transaction) => {
      await sendNotice(transaction, { template: 'account/welcome', userIds: users, parameters: { name: 'A' }, sourceId: 'undone' });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await rows('undone')).toEqual([]);
  });
});
