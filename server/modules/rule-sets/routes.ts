import { type RuleField, readRecord } from '../../../src/core/rule-set/index.ts';
import type { Context, WordedContext } from '../../context.ts';
import { defineModule, type Principal, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { speaker, wordsOfArea } from '../../reader.ts';
import { actorId } from '../changes.ts';
import { seeTable } from '../data-mart/rights.ts';
import { spoken } from '../screening/decisions.ts';
import { countedBy, earlierFacts } from '../screening/earlier.ts';
import { detailOf } from '../screening/execute.ts';
import { ready, watchIn } from '../screening/ready.ts';
import { type BackTestAnswer, latestBackTest, prepared } from './back-test.ts';
import { createSet, removeSet, saveSet } from './changes.ts';
import { listNames, versionDetail, versionDifferences } from './detail.ts';
import { discardDraft, goLive, moveRule, publishDraft, removeRule, saveRule, saveSettings, startDraft } from './drafts.ts';
import { fileBackTest, startBackTest } from './run-back-test.ts';
import { pageOfSets, requireSet, versionOf, versionsOf } from './sets.ts';
import { misfitText, ruleSayer } from './wording.ts';

/** Rule sets: drafts, versions, trying them out (RULE-15 to RULE-17). */
export const ruleSetModule = defineModule({
  service: 'rule-set',
  routes: {
    async page({ db, body }) {
      const { keyword = '', status = '', pageNo = 1, pageSize = 10 } = body;
      return await pageOfSets(db, { keyword: keyword.trim(), status, pageNo, pageSize });
    },

    async get(request) {
      return await versionDetail(request, request.query.id, request.query.number);
    },

    async create(request) {
      return await createSet(request, request.body);
    },

    async save(request) {
      return await saveSet(request, request.body);
    },

    async remove(request) {
      await removeSet(request, request.query.id);
      return {};
    },

    async startDraft(request) {
      return await startDraft(request, request.body.id, request.body.number);
    },

    async discardDraft(request) {
      await discardDraft(request, request.body.id, request.body.revision);
      return {};
    },

    async saveSettings(request) {
      await saveSettings(request, { ...request.body, fields: request.body.fields as RuleField[] });
      return {};
    },

    async saveRule(request) {
      return await saveRule(request, request.body);
    },

    async removeRule(request) {
      const { setId, id, version } = request.body;
      await removeRule(request, setId, id, version);
      return {};
    },

    async moveRule(request) {
      await moveRule(request, request.body);
      return {};
    },

    async publish(request) {
      return await publishDraft(request, request.body);
    },

    async goLive(request) {
      await goLive(request, request.body);
      return await requireSet(request.db, request.body.id);
    },

    async differences(request) {
      return await versionDifferences(request, request.query);
    },

    async watchLists({ db }) {
      return [...(await listNames(db))].map(([value, label]) => ({ value, label }));
    },

    async try(request) {
      return await tryRecord(request, request.body);
    },

    async startBackTest(request) {
      return await startBackTest(request, request.body);
    },

    async fileBackTest(request) {
      return await fileBackTest(request, request.files.file, request.query);
    },

    async backTest(request) {
      await requireSet(request.db, request.query.id);
      const test = await latestBackTest(request.db, request.query.id);
      if (!test) return null;
      const { rules, misfits, scores, failure, requestedBy, authorId: _author, ...rest } = test;
      const shown = await samplesFor(request, test);
      const [say, word] = [speaker(request), wordsOfArea(request, (key) => key)];
      return {
        ...rest,
        ...(rules && { rules: rules.map((rule) => ({ ...rule, name: say(rule.name) })) }),
        ...(misfits && {
          misfits: misfits.map(({ field, kind, name, count, first }) => ({
            ...{ key: `${field} ${kind}`, name: say(name), count, first: shown.samplesHidden ? null : first },
            why: word(misfitText(kind)),
          })),
        }),
        ...(scores && { scores: scores.map((band) => ({ ...band, name: bandName(band) })) }),
        failure: failure && word(failure.key, failure.values),
        mayStop: test.runId !== null && test.state === 'running' && requestedBy === Number(signedIn(request).id),
        ...shown,
      };
    },
  },
});

/** `0`, `> 0 – 10`, `> 90`. */
function bandName({ from, to }: { from: number; to: number | null }): string {
  if (to === 0) return '0';
  return to === null ? `> ${from}` : `> ${from} – ${to}`;
}

/** Single decisions are for who may read the log or decide about them, single rows of a file for who gave it. */
async function samplesFor({ db, user }: Pick<Context, 'db' | 'user'>, test: BackTestAnswer) {
  const hidden = { samples: [], samplesHidden: true };
  if (!user) return hidden;
  if (test.source === 'table') return await samplesOfTable({ db, user }, test);
  const mayRead =
    test.source === 'file' ? test.authorId === actorId(user) : decisionReaders.some((permission) => user.permissions.has(permission));
  return mayRead ? { samples: test.samples ?? [], samplesHidden: false } : hidden;
}

const decisionReaders = ['screening:log:list', 'screening:review:list'];

/** Single rows of a table are for who may use it; who they are about for who sees all of its columns. */
async function samplesOfTable({ db, user }: { db: Context['db']; user: Principal }, { tableId, samples = [] }: BackTestAnswer) {
  const hidden = { samples: [], samplesHidden: true, tableTitle: null };
  if (tableId === null) return hidden;
  const { table, rights } = await seeTable(db, user, tableId).catch((error: unknown) => {
    if (error instanceof ApiError) return { table: undefined, rights: undefined };
    throw error;
  });
  const allowed = rights?.permissions.get('reference');
  if (!table) return hidden;
  if (allowed === undefined) return { ...hidden, tableTitle: table.title };
  return { samples: samples.map((sample) => ({ ...sample, subject: allowed === null ? sample.subject : null })), samplesHidden: false };
}

/** What a version says of a record typed by hand, with earlier records and lists as they are now. Nothing is kept. @throws ApiError NOT_FOUND, PARAMETER_ERROR */
async function tryRecord(
  context: WordedContext,
  { id, number, values }: { id: string; number?: number | undefined; values: readonly { name: string; value?: unknown }[] },
) {
  const { db, services } = context;
  await requireSet(db, id);
  const { definition } = await versionOf(db, Number(id), number);
  const given = Object.fromEntries(values.map(({ name, value }) => [name, value]));
  const { record, ignored, faults } = readRecord(definition.fields, given);
  const place = (name: string) => `values.${values.findIndex((one) => one.name === name)}.value`;
  if (faults.length > 0)
    throw new ApiError('PARAMETER_ERROR', { details: faults.map((fault) => ({ ...detailOf(fault), field: place(fault.path) })) });
  const { compiled } = prepared(definition);
  const known = await ready(db, signedIn(context), services);
  const live = (await versionsOf(db, Number(id))).find(({ state }) => state === 'live');
  const counted = live ? countedBy(live.definition.fields, prepared(live.definition).compiled.velocities) : [];
  const velocity = await earlierFacts(db, Number(id), record, compiled.velocities, counted);
  const { hits, ...judged } = compiled.judge(record, { velocity, watch: watchIn(known, Date.now()) });
  const sayer = ruleSayer(context, definition.fields, await listNames(db));
  return { ...judged, ignored, hits: spoken(hits, (told) => sayer.told(told)) };
}
