import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { call } from '../modules/client.ts';
import { allCells, answer, type CellChange, cell, get, makePaper, makeWorld, patch, records, submit, today, type World } from './world.ts';

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startApp({ demo: false, env: { LOG_LEVEL: 'silent' } });
  world = await makeWorld(app.db, 2, 2);
});
afterAll(() => app.close());

/** Everybody comes from an address of their own. */
const from = (person: number) => ({ from: `10.1.${Math.floor(person / 200)}.${person % 200}` });

describe('submits', () => {
  it('[RISK-18] [RISK-19] 1,000 racing the deadline and each other have one winner each, or none past the deadline', {
    timeout: 240_000,
  }, async () => {
    const papers = await Promise.all(Array.from({ length: 100 }, () => makePaper(app.db, world)));
    for (const { uuid } of papers) await patch(app, uuid, allCells(world, 1));
    const results = await Promise.all(
      papers.map(async ({ id, uuid }, index) => {
        const close = async () => {
          await new Promise((done) => setTimeout(done, (index % 10) * 4));
          // The deadline passes: it is now the day after. A paper already submitted does not let itself be changed.
          await app.db
            .updateTable('risk_paper')
            .set({ end_on: today(-2) })
            .where('id', '=', id)
            .where('state', '=', 0)
            .execute();
        };
        const racers = Array.from({ length: 10 }, (_, racer) =>
          racer % 5 === 4
            ? answer(app, 'submit', records(uuid, allCells(world, racer === 4 ? 2 : 3)), from(index * 10 + racer))
            : submit(app, uuid, `intent-of-${racer}`, 1, from(index * 10 + racer)),
        );
        const [answers] = await Promise.all([Promise.all(racers), index % 2 === 0 ? close() : undefined]);
        return { id, answers, raced: index % 2 === 0 };
      }),
    );
    let submitted = 0;
    for (const { id, answers, raced } of results) {
      const winners = answers.filter(({ status }) => status === 200);
      const losers = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
      expect(winners.length).toBeLessThanOrEqual(1);
      expect(losers.filter((code) => code !== 'PAPER_SUBMITTED' && !(raced && code === 'PAPER_EXPIRED'))).toEqual([]);
      const { state } = await app.db.selectFrom('risk_paper').select('state').where('id', '=', id).executeTakeFirstOrThrow();
      const receipts = await app.db.selectFrom('risk_receipt').select('key').where('paper_id', '=', id).execute();
      expect([state, receipts.length]).toEqual([winners.length, winners.length]);
      if (!raced) expect(winners).toHaveLength(1);
      submitted += winners.length;
    }
    expect(submitted).toBeGreaterThanOrEqual(50);
  });

  it('[RISK-18] retries of one intent all get its one receipt', async () => {
    const { uuid } = await makePaper(app.db, world);
    await patch(app, uuid, allCells(world, 1));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, person) => submit(app, uuid, 'one-intent-only', 1, from(person))));
    expect(new Set(answers.map(({ body }) => (body.data as { number: string }).number)).size).toBe(1);
  });

  it('[RISK-16] [RISK-18] never take a paper some answer of which was just taken back', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 40; round += 1) {
      const { id, uuid } = await makePaper(app.db, world);
      await patch(app, uuid, allCells(world, 1));
      const [taken, submitted] = await Promise.all([
        patch(app, uuid, [cell(world, 0, 0, -1, 1)], from(round)),
        submit(app, uuid, 'some-intent', 1, from(round)),
      ]);
      const open = await app.db.selectFrom('risk_answer').select('value').where('paper_id', '=', id).where('value', '=', -1).execute();
      const paper = await app.db.selectFrom('risk_paper').select('state').where('id', '=', id).executeTakeFirstOrThrow();
      expect({ both: taken.status === 200 && submitted.status === 200, gap: paper.state === 1 && open.length > 0 }).toEqual({
        both: false,
        gap: false,
      });
    }
  });
});

describe('a submit that says what its author saw', () => {
  const submitSeen = (uuid: string, seen: number, person = 0) =>
    call(app, '/api/risk/evaluate/submit', { method: 'POST', body: { uuid, version: 1, key: 'what-i-saw', seen }, ...from(person) });

  it('[RISK-15] [RISK-18] never takes in an answer its author did not see', { timeout: 60_000 }, async () => {
    const winners = new Set<string>();
    for (let round = 0; round < 40; round += 1) {
      const { uuid } = await makePaper(app.db, world);
      await patch(app, uuid, allCells(world, 1));
      const others = patch(app, uuid, [cell(world, 0, 0, 2, 1)], from(round));
      if (round % 2 === 0) await new Promise((done) => setTimeout(done, round / 4));
      const [changed, submitted] = await Promise.all([others, submitSeen(uuid, 4, round)]);
      expect([changed.status, submitted.status].sort()).toEqual([200, 409]);
      winners.add(changed.status === 200 ? 'change' : 'submit');
      if (changed.status !== 200) expect(changed.body.code).toBe('PAPER_SUBMITTED');
      else expect(submitted.body).toMatchObject({ code: 'CONFLICT', data: { version: 1, seen: 5 } });
    }
    expect(winners).toContain('change');
  });

  it('[RISK-18] gets its receipt once it has seen them, and its retries the same one', async () => {
    const { uuid } = await makePaper(app.db, world);
    await patch(app, uuid, allCells(world, 1));
    await patch(app, uuid, [cell(world, 1, 1, 3, 1)]);
    expect(await submitSeen(uuid, 4)).toMatchObject({ status: 409, body: { code: 'CONFLICT', data: { seen: 5 } } });
    const { answers } = (await get(app, `answers?uuid=${uuid}`)).body.data as { answers: CellChange[] };
    const seen = answers.reduce((sum, { version }) => sum + version, 0);
    const receipt = await submitSeen(uuid, seen);
    expect(receipt.status).toBe(200);
    expect((await submitSeen(uuid, 4)).body.data).toEqual(receipt.body.data);
  });

  it('[RISK-18] counts the answers of the business domains the paper has', async () => {
    const { uuid } = await makePaper(app.db, world, { businesses: world.businesses.slice(0, 1) });
    await patch(app, uuid, [cell(world, 0, 0, 1), cell(world, 1, 0, 1)]);
    expect((await submitSeen(uuid, 2)).status).toBe(200);
  });
});

describe('edits', () => {
  it('[RISK-15] 10,000 from 2 to 10 clients on one paper: each is in the history, or its author saw a conflict', {
    timeout: 240_000,
  }, async () => {
    const large = await makeWorld(app.db, 20, 10);
    const { id, uuid } = await makePaper(app.db, large);
    const acknowledged: CellChange[] = [];
    let conflicts = 0;
    let edits = 0;
    const client = async (person: number, count: number) => {
      let random = person * 7_919 + 17;
      const next = (below: number) => {
        random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
        return Math.floor((random / 2_147_483_648) * below);
      };
      const known = new Map<string, number>();
      const key = (change: CellChange) => `${change.criteriaId},${change.domainId}`;
      for (let done = 0; done < count; ) {
        const changes = new Map<string, CellChange>();
        while (changes.size < Math.min(10, count - done)) {
          const change = cell(large, next(20), next(10), next(5) - 1);
          changes.set(key(change), { ...change, version: known.get(key(change)) ?? 0 });
        }
        done += changes.size;
        edits += changes.size;
        const { status, body } = await patch(app, uuid, [...changes.values()], from(person));
        expect([200, 409]).toContain(status);
        const { saved, conflicts: refused = [] } = body.data as { saved: CellChange[]; conflicts?: CellChange[] };
        expect(saved.length + refused.length).toBe(changes.size);
        for (const state of saved) expect(state.value).toBe(changes.get(key(state))?.value);
        for (const state of refused) expect(state.value).not.toBe(changes.get(key(state))?.value);
        acknowledged.push(...saved);
        conflicts += refused.length;
        for (const state of [...saved, ...refused]) known.set(key(state), state.version);
      }
    };
    // Two clients first, then ten at once.
    await Promise.all([1, 2].map((person) => client(person, 1_000)));
    await Promise.all(Array.from({ length: 10 }, (_, person) => client(person + 3, 800)));
    expect(edits).toBe(10_000);
    expect(conflicts).toBeGreaterThan(100);

    const rows = await app.db.selectFrom('risk_answer_history').selectAll().where('paper_id', '=', id).execute();
    const history = new Set(rows.map((row) => `${row.criteria_id},${row.domain_id},${row.version},${row.value}`));
    const lost = acknowledged.filter(
      (state) => state.version > 0 && !history.has(`${state.criteriaId},${state.domainId},${state.version},${state.value}`),
    );
    expect(lost).toEqual([]);
    // Versions without a gap, and the last one stands in the paper.
    const { answers } = (await get(app, `answers?uuid=${uuid}`)).body.data as { answers: CellChange[] };
    const versions = answers.reduce((sum, state) => sum + state.version, 0);
    expect(versions).toBe(rows.length);
    for (const state of answers) expect(history).toContain(`${state.criteriaId},${state.domainId},${state.version},${state.value}`);
  });

  it('[RISK-15] a reader with a cursor misses nothing that others write meanwhile', { timeout: 60_000 }, async () => {
    const { uuid } = await makePaper(app.db, world);
    const seen = new Map<string, CellChange>();
    let cursor = '0';
    let isWriting = true;
    const look = async () => {
      const { body } = await get(app, `answers?uuid=${uuid}&since=${cursor}`, from(99));
      const read = body.data as { cursor: string; answers: CellChange[] };
      cursor = read.cursor;
      for (const state of read.answers) seen.set(`${state.criteriaId},${state.domainId}`, state);
    };
    const reading = (async () => {
      while (isWriting) await look();
    })();
    await Promise.all(
      [0, 1, 2, 3].map(async (place) => {
        const [row, column] = [Math.floor(place / 2), place % 2];
        for (let version = 0; version < 40; version += 1)
          await patch(app, uuid, [cell(world, row, column, version % 4, version)], from(place));
      }),
    );
    isWriting = false;
    await reading;
    await look();
    expect([...seen.values()].map(({ version }) => version)).toEqual([40, 40, 40, 40]);
  });
});

describe('links that lead nowhere', () => {
  it('[RISK-01] cost nobody else a connection, however many are tried at once', async () => {
    const nobody = [crypto.randomUUID(), '2', crypto.randomUUID()];
    const tries = Array.from({ length: 60 }, (_, index) => {
      const uuid = nobody[index % nobody.length] ?? '';
      const who = { from: `10.9.0.${index}` };
      if (index % 3 === 0) return patch(app, uuid, allCells(world, 1), who);
      return index % 3 === 1 ? submit(app, uuid, 'some-intent', 1, who) : answer(app, 'save', records(uuid, allCells(world, 1)), who);
    });
    const codes = (await Promise.all(tries)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'UNAVAILABLE')).toEqual([]);
    expect(codes).toContain('NOT_FOUND');
  }, 60_000);
});
