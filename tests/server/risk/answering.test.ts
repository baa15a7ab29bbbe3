import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { allCells, answer, cell, get, makePaper, makeWorld, patch, records, snapshot, submit, today, type World } from './world.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startApp({ demo: false });
  world = await makeWorld(app.db, 4, 4);
});
afterAll(() => app.close());

const paper = (options = {}) => makePaper(app.db, world, options);

describe('the paper', () => {
  it('[API-77] [RISK-03] [PERM-14] tells its state, its deadline and whether it can be answered', async () => {
    const { uuid } = await paper();
    const { body } = await get(app, `paper?uuid=${uuid}`);
    expect(body.data).toMatchObject({ uuid, state: 0, sendType: 1, outUserName: 'Visitor', innerUserName: null, sendCompany: 'Company' });
    expect(body.data).toMatchObject({
      projectName: 'Test',
      version: 1,
      expired: false,
      editable: true,
      cells: 16,
      answered: 0,
      receipt: null,
    });
    expect(body.data).not.toHaveProperty('outEmail');
  });

  it('[API-74] [RISK-06] heads its columns by first kind, all or those of one business domain', async () => {
    const { uuid } = await paper();
    const all = await get(app, `domain/header?uuid=${uuid}`);
    expect(all.body.data).toEqual([
      { firstKind: 'Kind 0', secondKinds: [0, 1].map((n) => ({ id: String(world.domains[n]), name: `Domain ${n}` })) },
      { firstKind: 'Kind 1', secondKinds: [2, 3].map((n) => ({ id: String(world.domains[n]), name: `Domain ${n}` })) },
    ]);
    const one = await get(app, `domain/header?uuid=${uuid}&domain=${world.businesses[1]}`);
    expect(one.body.data).toMatchObject([{ firstKind: 'Kind 1' }]);
    expect((await get(app, `domain?uuid=${uuid}`)).body.data).toHaveLength(2);
  });

  it('[API-75] [API-76] [RISK-07] [RISK-09] gives rows with a value a column, -1 where there is none, and totals per dimension', async () => {
    const { uuid } = await paper();
    await patch(app, uuid, [cell(world, 0, 0, 3), cell(world, 1, 0, 1), cell(world, 0, 1, 0), cell(world, 3, 3, 2)]);
    const rows = (await get(app, `criteria?uuid=${uuid}`)).body.data as { [domain: string]: unknown }[];
    expect(rows.map((row) => world.domains.map((domain) => row[String(domain)]))).toEqual([
      [3, 0, -1, -1],
      [1, -1, -1, -1],
      [-1, -1, -1, -1],
      [-1, -1, -1, 2],
    ]);
    expect(rows[0]).toMatchObject({ dimension: 'First', cause: 'Cause 0', explanation: 'Why', description: ['a', 'b', 'c'] });
    const sums = await get(app, `criteria/sum?uuid=${uuid}`);
    expect(sums.body.data).toMatchObject([
      { dimension: 'First', low: 1, medium: 0, high: 1, notInvolved: 1, unanswered: 5, cells: 8, sum: 4, average: 2 },
      { dimension: 'Second', low: 0, medium: 1, high: 0, notInvolved: 0, unanswered: 7, cells: 8, sum: 2, average: 2 },
    ]);
    const half = await get(app, `criteria/sum?uuid=${uuid}&domain=${world.businesses[1]}`);
    expect(half.body.data).toMatchObject([
      { sum: 0, cells: 4 },
      { sum: 2, cells: 4 },
    ]);
  });

  it('[RISK-01] answers wrong, revoked and outlived links alike, through every public call', async () => {
    const revoked = await paper({ removed: true });
    const outlived = await paper({ endOn: today(-9), linkEndsOn: today(-2) });
    const links = ['nonsense', '00000000-0000-4000-8000-000000000000', 'x'.repeat(1_000), revoked.uuid, outlived.uuid];
    for (const [index, uuid] of links.entries()) {
      const from = `10.0.0.${index}`;
      const answers = await Promise.all([
        ...['paper', 'criteria', 'criteria/sum', 'domain', 'domain/header', 'answers'].map((path) =>
          get(app, `${path}?uuid=${uuid}`, { from }),
        ),
        get(app, `project_name?id=${world.evaluation}&uuid=${uuid}`, { from }),
        patch(app, uuid, [cell(world, 0, 0, 1)], { from }),
        submit(app, uuid, 'some-key-here', 1, { from }),
        answer(app, 'save', records(uuid, [cell(world, 0, 0, 1)]), { from }),
      ]);
      for (const { status, body } of answers)
        expect({ status, code: body.code, msg: body.msg }).toEqual({ status: 404, code: 'NOT_FOUND', msg: 'Not found' });
    }
  });

  it('[API-74] [API-75] have no matrix where they ask for amounts: neither rows nor columns', async () => {
    const { uuid } = await paper({ statement: 'finance' });
    const found = await Promise.all(['criteria', 'criteria/sum', 'domain/header'].map((path) => get(app, `${path}?uuid=${uuid}`)));
    expect(found.map(({ body }) => body.code)).toEqual(Array(3).fill('NOT_FOUND'));
  });

  it.each([
    ['an address', () => '10.9.9.9'],
    ['a network of IPv6', (tries: number) => `2001:db8:0:9::${tries}`],
  ])('[RISK-01] slows down who tries links from %s', async (_, address) => {
    const statuses = [];
    for (let tries = 0; tries < 65; tries += 1) statuses.push((await get(app, 'paper?uuid=nonsense', { from: address(tries) })).status);
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.slice(60)).toEqual([429, 429, 429, 429, 429]);
  });

  it('[API-73] [API-74] [API-78] without a paper are for managers', async () => {
    for (const path of ['domain', 'domain/header', `project_name?id=${world.evaluation}`]) expect((await get(app, path)).status).toBe(401);
  });

  it('[API-78] names the evaluation of its own paper only', async () => {
    const { uuid } = await paper();
    const other = await makeWorld(app.db, 1, 2);
    expect((await get(app, `project_name?id=${world.evaluation}&uuid=${uuid}`)).body.data).toBe('Test');
    expect((await get(app, `project_name?id=${other.evaluation}&uuid=${uuid}`)).status).toBe(404);
  });
});

describe('saving single answers', () => {
  it('[RISK-14] [RISK-15] keeps them, with versions and a history', async () => {
    const { id, uuid } = await paper();
    const first = await patch(app, uuid, [cell(world, 0, 0, 2)]);
    expect(first.body.data).toEqual({ saved: [cell(world, 0, 0, 2, 1)] });
    const second = await patch(app, uuid, [cell(world, 0, 0, 3, 1), cell(world, 1, 1, 0)]);
    expect(second.body.data).toEqual({ saved: [cell(world, 0, 0, 3, 2), cell(world, 1, 1, 0, 1)] });
    const read = await get(app, `answers?uuid=${uuid}`);
    expect(read.body.data).toMatchObject({ state: 0, answers: [cell(world, 0, 0, 3, 2), cell(world, 1, 1, 0, 1)] });
    const history = await app.db
      .selectFrom('risk_answer_history')
      .select(['version', 'value'])
      .where('paper_id', '=', id)
      .orderBy('version')
      .orderBy('value')
      .execute();
    expect(history).toEqual([
      { version: 1, value: 0 },
      { version: 1, value: 2 },
      { version: 2, value: 3 },
    ]);
  });

  it('[RISK-15] tells a conflict with what stands there now, and saves the other answers all the same', async () => {
    const { uuid } = await paper();
    await patch(app, uuid, [cell(world, 0, 0, 2)]);
    const late = await patch(app, uuid, [cell(world, 0, 0, 1), cell(world, 2, 2, 3)]);
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'CONFLICT', data: { saved: [cell(world, 2, 2, 3, 1)], conflicts: [cell(world, 0, 0, 2, 1)] } });
    const resolved = await patch(app, uuid, [cell(world, 0, 0, 1, 1)]);
    expect(resolved.body.data).toEqual({ saved: [cell(world, 0, 0, 1, 2)] });
  });

  it('[RISK-15] takes a retry of what was saved already for saved', async () => {
    const { id, uuid } = await paper();
    await patch(app, uuid, [cell(world, 0, 0, 2)]);
    const before = await snapshot(app.db, id);
    const retry = await patch(app, uuid, [cell(world, 0, 0, 2)]);
    expect(retry.body.data).toEqual({ saved: [cell(world, 0, 0, 2, 1)] });
    expect(await snapshot(app.db, id)).toEqual(before);
  });

  it('[API-75] reads only what changed since a cursor', async () => {
    const { uuid } = await paper();
    await patch(app, uuid, [cell(world, 0, 0, 2), cell(world, 0, 1, 2)]);
    type Since = { cursor: string; answers: unknown[] };
    const since = async (cursor: string) => (await get(app, `answers?uuid=${uuid}&since=${cursor}`)).body.data as Since;
    // A cursor never passes a transaction that still runs, whoever runs it: what was read may come again, nothing is left out.
    let cursor = '0';
    await expect
      .poll(
        async () => {
          ({ cursor } = await since(cursor));
          return (await since(cursor)).answers.length;
        },
        { timeout: 15_000 },
      )
      .toBe(0);
    await patch(app, uuid, [cell(world, 0, 1, 3, 1)]);
    expect(await since(cursor)).toMatchObject({ answers: [cell(world, 0, 1, 3, 2)] });
    expect((await get(app, `answers?uuid=${uuid}&since=${'9'.repeat(20)}`)).status).toBe(400);
  });

  it('[RISK-07] refuses foreign criteria and domains, values outside the choices, wrong types and long texts, and changes nothing', async () => {
    const { id, uuid } = await paper({ businesses: [world.businesses[0] ?? 0] });
    const other = await makeWorld(app.db, 1, 2);
    const before = await snapshot(app.db, id);
    const good = cell(world, 0, 0, 1);
    const bad: Record<string, unknown>[] = [
      cell(other, 0, 0, 1) as never,
      { ...good, criteriaId: String(other.criteria[0]) },
      { ...good, domainId: String(world.domains[3]) },
      ...[4, -2, 1.5, '1.5', 'one', '', null, true].map((value) => ({ ...good, value })),
      { ...good, criteriaId: '1; drop table risk_answer' },
      { ...good, version: -1 },
      { ...good, extra: 'x' },
    ];
    for (const change of bad) {
      const { status, body } = await patch(app, uuid, [cell(world, 1, 1, 2), change]);
      expect([status, body.code], JSON.stringify(change)).toEqual([400, 'PARAMETER_ERROR']);
    }
    expect((await patch(app, uuid, [good, good])).status).toBe(400);
    expect((await patch(app, uuid, [])).status).toBe(400);
    const { version: _version, ...record } = { ...good, paperUuid: uuid, criteriaName: 'Name' };
    const wrongRecords = [
      [{ ...record, criteriaName: 'x'.repeat(1_001) }],
      [{ ...record, value: 9 }],
      [{ ...record, domainId: String(world.domains[3]) }],
      [record, { ...record, paperUuid: 'other' }],
      { ...record },
    ];
    for (const body of wrongRecords) expect((await answer(app, 'save', body)).status, JSON.stringify(body).slice(0, 99)).toBe(400);
    expect((await answer(app, 'destroy', [record])).status).toBe(400);
    for (const key of ['short', 'x'.repeat(1_000)]) expect((await submit(app, uuid, key)).status).toBe(400);
    expect(await snapshot(app.db, id)).toEqual(before);
  });
});

describe('the deadline', () => {
  it('[RISK-19] [PERM-14] counts by calendar day in the time zone of the server', async () => {
    const { id, uuid } = await paper();
    const dayIn = async (zone: string) =>
      (await sql<{ day: string }>`select to_char(now() at time zone ${zone}, 'YYYY-MM-DD') as day`.execute(app.db)).rows[0]?.day ?? '';
    // Between these two zones it is never the same day everywhere.
    const [early, late] = [await dayIn('Pacific/Pago_Pago'), await dayIn('Pacific/Kiritimati')];
    expect(early < late).toBe(true);
    await app.db.updateTable('risk_paper').set({ end_on: early }).where('id', '=', id).execute();
    for (const [zone, status] of [
      ['Pacific/Pago_Pago', 200],
      ['Pacific/Kiritimati', 409],
    ] as const) {
      app.settings.timeZone = zone;
      expect((await patch(app, uuid, [cell(world, 0, 0, 1)])).status, zone).toBe(status);
    }
    app.settings.timeZone = 'Asia/Shanghai';
  });

  it('[RISK-19] lets a paper be read after it, and refuses every change', async () => {
    const { id, uuid } = await paper({ endOn: today(-3) });
    const before = await snapshot(app.db, id);
    expect((await get(app, `paper?uuid=${uuid}`)).body.data).toMatchObject({
      state: 0,
      expired: true,
      editable: false,
      endTime: today(-3),
    });
    const refused = [
      await patch(app, uuid, [cell(world, 0, 0, 1)]),
      await submit(app, uuid),
      await answer(app, 'save', records(uuid, allCells(world, 1))),
      await answer(app, 'submit', records(uuid, allCells(world, 1))),
    ];
    for (const { status, body } of refused) expect([status, body.code]).toEqual([409, 'PAPER_EXPIRED']);
    expect(await snapshot(app.db, id)).toEqual(before);
  });
});

describe('submitting', () => {
  it('[RISK-16] needs every answer, and says which is missing', async () => {
    const { uuid } = await paper();
    const [missing, ...others] = allCells(world, 2).reverse();
    await patch(app, uuid, others);
    const refused = await submit(app, uuid);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'ANSWERS_MISSING',
      data: { missing: 1, first: { criteriaId: missing?.criteriaId, domainId: missing?.domainId } },
    });
    await patch(app, uuid, [missing]);
    expect((await submit(app, uuid)).status).toBe(200);
  });

  it('[RISK-16] counts an answer taken back as missing', async () => {
    const { uuid } = await paper();
    await patch(app, uuid, allCells(world, 2));
    await patch(app, uuid, [cell(world, 0, 0, -1, 1)]);
    expect((await submit(app, uuid)).body).toMatchObject({ code: 'ANSWERS_MISSING', data: { missing: 1 } });
  });

  it('[RISK-18] gives the same receipt to a retry, and refuses another submit', async () => {
    const { id, uuid } = await paper();
    await patch(app, uuid, allCells(world, 1));
    const first = await submit(app, uuid, 'intent-number-one');
    expect(first.body.data).toMatchObject({
      uuid,
      answers: 16,
      number: expect.stringMatching(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/),
    });
    const before = await snapshot(app.db, id);
    expect((await submit(app, uuid, 'intent-number-one')).body.data).toEqual(first.body.data);
    expect((await submit(app, uuid, 'intent-number-two')).body.code).toBe('PAPER_SUBMITTED');
    expect((await get(app, `paper?uuid=${uuid}`)).body.data).toMatchObject({ state: 1, editable: false, receipt: first.body.data });
    expect(await snapshot(app.db, id)).toEqual(before);
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['actor'])
      .where('action', '=', 'risk_paper_submit')
      .where('target_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(audit).toEqual([{ actor: 'Visitor' }]);
  });

  it('[RISK-18] is refused when the manager changed the paper in the meantime', async () => {
    const { id, uuid } = await paper();
    await patch(app, uuid, allCells(world, 1));
    await app.db.updateTable('risk_paper').set({ version: 2 }).where('id', '=', id).execute();
    expect((await submit(app, uuid)).body).toMatchObject({ code: 'CONFLICT', data: { version: 2 } });
    expect((await submit(app, uuid, 'another-key', 2)).status).toBe(200);
  });

  it('[API-79] saves and submits arrays of answer records as the specification has them', async () => {
    const { uuid } = await paper();
    const saved = await answer(app, 'save', records(uuid, allCells(world, 1)));
    expect(saved.body.data).toMatchObject({ state: 0, saved: 16, receipt: null });
    const numeric = records(uuid, allCells(world, 2)).map((record) => ({
      ...record,
      criteriaId: Number(record.criteriaId),
      domainId: Number(record.domainId),
    }));
    const submitted = await answer(app, 'submit', numeric);
    expect(submitted.body.data).toMatchObject({ state: 1, saved: 16, receipt: { uuid, answers: 16 } });
    // The answer was lost: the client sends the same once more.
    expect((await answer(app, 'submit', numeric)).body.data).toEqual(submitted.body.data);
    expect((await answer(app, 'submit', records(uuid, allCells(world, 3)))).body.code).toBe('PAPER_SUBMITTED');
  });

  it('[API-79] saves nothing of a submit that is refused', async () => {
    const { id, uuid } = await paper();
    const before = await snapshot(app.db, id);
    const [, ...others] = allCells(world, 1);
    expect((await answer(app, 'submit', records(uuid, others))).body.code).toBe('ANSWERS_MISSING');
    expect(await snapshot(app.db, id)).toEqual(before);
  });

  it('[API-79] takes 10,000 answers in one transaction', { timeout: 60_000 }, async () => {
    const large = await makeWorld(app.db, 200, 50);
    const { id, uuid } = await makePaper(app.db, large);
    const body = records(uuid, allCells(large, 2));
    const submitted = await answer(app, 'submit', body);
    expect(submitted.body.data).toMatchObject({ state: 1, saved: 10_000, receipt: { answers: 10_000 } });
    const { rows } = await sql<{ writers: number; answers: number }>`
      select count(distinct changed_in::text) as writers, count(*) as answers from risk_answer where paper_id = ${id}`.execute(app.db);
    expect(rows).toEqual([{ writers: 1, answers: 10_000 }]);
  });
});

describe('writes of a day', () => {
  const written = async (paperId: number) =>
    (await app.db.selectFrom('risk_paper_writes').select('written').where('paper_id', '=', paperId).executeTakeFirst())?.written;
  const lately = (paperId: number, since: string, count: number) =>
    sql`insert into risk_paper_writes (paper_id, written, since) values (${paperId}, ${count}, now() - ${since}::interval)`.execute(app.db);

  it('[API-79] are bounded by paper, and what is too much is not saved', async () => {
    const { id, uuid } = await paper();
    // 16 answers of a paper that has 16: 20,000 and 160 are allowed.
    await lately(id, '1 hour', 20_140);
    expect((await patch(app, uuid, allCells(world, 1))).status).toBe(200);
    expect(await written(id)).toBe(20_156);
    // Values that stand there already are no writes.
    expect((await patch(app, uuid, allCells(world, 1))).status).toBe(200);
    const refused = await patch(app, uuid, allCells(world, 2, 1));
    expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect((await answer(app, 'save', records(uuid, allCells(world, 2, 1)))).status).toBe(429);
    expect(await written(id)).toBe(20_156);
    expect((await patch(app, uuid, [cell(world, 0, 0, 2, 1)])).status).toBe(200);
    expect((await submit(app, uuid)).status).toBe(200);
  });

  it('begin anew after a day', async () => {
    const { id, uuid } = await paper();
    await lately(id, '25 hours', 1_000_000);
    expect((await patch(app, uuid, allCells(world, 1))).status).toBe(200);
    expect(await written(id)).toBe(16);
    expect((await patch(app, uuid, allCells(world, 2, 1))).status).toBe(200);
    expect(await written(id)).toBe(32);
  });

  it('begin with the first of them: writing on does not put the end of the day off', async () => {
    const { id, uuid } = await paper();
    await lately(id, '23 hours', 20_000);
    const began = () => app.db.selectFrom('risk_paper_writes').select('since').where('paper_id', '=', id).executeTakeFirstOrThrow();
    const before = await began();
    expect((await patch(app, uuid, allCells(world, 1))).status).toBe(200);
    expect(await began()).toEqual(before);
  });
});
