import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/connection.ts';
import { unlessUnchanged } from '../../../server/modules/unchanged.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

type Row = Record<string, unknown>;
const label = (text: string) => [{ l: 'en', t: text, d: true }];
const send = async (url: string, body: Row, method: 'POST' | 'PUT' = 'POST') => (await call(app, url, { method, token, body })).body;
const get = async (url: string) => (await call(app, url, { token })).body.data as Row;
const listed = (data: unknown): Row[] => {
  if (Array.isArray(data)) return data as Row[];
  const lists = Object.values((data ?? {}) as Row).filter((part): part is Row[] => Array.isArray(part));
  return lists[0] ?? [];
};
const listOf = async (url: string, body?: Row) =>
  listed((await call(app, url, { token, ...(body && { method: 'POST' as const, body }) })).body.data);
const firstOf = async (url: string, body?: Row) => ({ ...(await listOf(url, body))[0] });

const worded = (text: unknown) => (Array.isArray(text) ? (text[0] as { t: string }).t : text);
const ids = new Map<string, string>();
/** The id of something that is made once for all of a test. */
async function made(url: string, body: Row): Promise<string> {
  const id = ids.get(url) ?? String(((await send(url, body)).data as Row).id);
  ids.set(url, id);
  return id;
}

/** What can be saved, by the contract: how it is called, its address, and the names of what is sent. */
function contract(service: string, name: string): { url: string; method: 'POST' | 'PUT'; names: string[] } {
  const { calls } = JSON.parse(readFileSync(`schemas/services/${service}.service.json`, 'utf8'));
  const { path, method, body } = calls[name];
  return { url: path, method, names: Object.keys(body.properties ?? {}) };
}

interface Kind {
  kind: string;
  service: string;
  save: string;
  /** One as it is shown, with what else its saving is told. */
  shown: () => Promise<Row>;
  /** Another value of one of its fields. */
  other: Row | ((shown: Row) => Promise<Row>);
  /** What is saved of an older version is put together with what others saved. */
  isMerged?: boolean;
  /** What is sent of it, where the contract knows several kinds of bodies. */
  names?: string[];
  /** The beginning of the actions the operation log has of it. */
  action: string;
}

const projectId = async () => String((await firstOf('/api/flow-audit-project/projectPageList', {})).id);
/** A row of the master data of the first client that has some. */
async function mastered(kind: 'dealer' | 'product' | 'relation'): Promise<Row> {
  for (const { clientCode } of listed((await send('/api/flow-audit-client/pageList', {})).data)) {
    const row = await firstOf(`/api/flow-audit-masterData-maintain/${kind}PageList`, { clientCode });
    if (row.id !== undefined) return { ...row, clientCode };
  }
  throw new Error(`No client has a ${kind}`);
}
const shownUser = async () => await get(`/api/system/user/${(await firstOf('/api/system/user/list?keyword=auditor')).id}`);
const kinds: Kind[] = [
  { kind: 'an account', service: 'system-user', save: 'update', shown: shownUser, other: { remark: 'other' }, action: 'user_' },
  {
    ...{ kind: 'a role', service: 'system-role', save: 'update', other: { remark: 'other' }, action: 'role_' },
    shown: async () => await get(`/api/system/role/${(await firstOf('/api/system/role/list?keyword=audit')).id}`),
  },
  {
    ...{ kind: 'a department', service: 'department', save: 'update', other: { remark: 'other' }, action: 'department_' },
    shown: async () => await firstOf('/api/system/department/tree'),
  },
  {
    ...{ kind: 'a row of the menu', service: 'system-menu', save: 'update', other: { nameEn: 'Other' }, action: 'menu_' },
    shown: async () => await firstOf('/api/system/menu/tree'),
  },
  {
    ...{ kind: 'a dictionary entry', service: 'dictionary', save: 'update', other: { remark: 'other' }, action: 'dictionary_' },
    shown: async () => await firstOf('/api/system/dict/data/list?dictType=theme-list'),
  },
  {
    ...{ kind: 'a parameter', service: 'parameter', save: 'save', other: { wording: label('Other') }, action: 'parameter_' },
    shown: async () => listed(await get('/api/system/parameter/list')).find((row) => row.key === 'sysTitle') ?? {},
  },
  {
    ...{ kind: 'a board', service: 'board', save: 'update', other: { remark: 'other' }, action: 'board_' },
    shown: async () => await firstOf('/api/data/board/search-page', { status: '' }),
  },
  {
    ...{ kind: 'a client', service: 'flow-client', save: 'save', other: { remark: 'other' }, action: 'flow_client_' },
    shown: async () => await firstOf('/api/flow-audit-client/pageList', {}),
  },
  {
    ...{ kind: 'a project', service: 'flow-project', save: 'save', other: { remark: 'other' }, action: 'flow_project_' },
    shown: async () => await firstOf('/api/flow-audit-project/projectPageList', {}),
  },
  {
    ...{ kind: 'a review object', service: 'flow-review', save: 'save', other: { remark: 'other' }, action: 'flow_review_object_' },
    names: ['id', 'version', 'status', 'executorId', 'remark'],
    shown: async () => await firstOf('/api/flow-audit-review-object/pageList', { projectId: await projectId() }),
  },
  {
    ...{ kind: 'a dealer', service: 'flow-master-data', save: 'saveDealer', other: { dealerName: 'Other' }, action: 'flow_dealer_' },
    shown: async () => await mastered('dealer'),
  },
  {
    ...{
      kind: 'a product',
      service: 'flow-master-data',
      save: 'saveProduct',
      other: { productSpec: 'Other' },
      action: 'flow_client_product_',
    },
    shown: async () => await mastered('product'),
  },
  {
    ...{ kind: 'a ticket', service: 'evidence', save: 'updateTicket', other: { ticketNum: '4711' }, action: 'flow_bill_ticket_' },
    shown: async () => {
      const { id } = await app.db
        .selectFrom('flow_bill_collect as task')
        .innerJoin('flow_bill_ticket as ticket', 'ticket.collect_id', 'task.id')
        .select('task.id')
        .where('task.status', '=', '0100')
        .orderBy('task.id')
        .executeTakeFirstOrThrow();
      const { ticketList } = (await send('/api/flow-bill-ticket/queryList', { id: String(id) })).data as { ticketList: Row[] };
      return { ...ticketList[0] };
    },
  },
  {
    ...{ kind: 'a script', service: 'script', save: 'save', other: { description: 'other' }, action: 'script_' },
    shown: async () => {
      const tableId = '2000000000000000001';
      const id = await made('/api/data/script/create', { name: 'Unchanged', tableId });
      const shown = await get(`/api/data/script/get?id=${id}`);
      return { ...shown, tableId };
    },
  },
  {
    ...{ kind: 'a model', service: 'ai-model', save: 'save', other: { description: 'other' }, action: 'ai_model_' },
    shown: async () => {
      const given = { kind: 'table', name: 'Unchanged', tableId: '2000000000000000001' };
      const { body } = await call(app, `/api/data/ai-model/columns?tableId=${given.tableId}`, { token });
      const target = listed(body.data).find(({ fieldType }) => fieldType === 'number' || fieldType === 'integer' || fieldType === 'float');
      const id = await made('/api/data/ai-model/create', { ...given, target: target?.name });
      const { settings, ...shown } = await get(`/api/data/ai-model/get?id=${id}`);
      return { ...shown, ...(settings as Row) };
    },
  },
  {
    ...{ kind: 'a watch list', service: 'screening', save: 'saveList', other: { remark: 'other' }, action: 'watch_list_' },
    shown: async () => await firstOf('/api/risk/screening/list/page', {}),
  },
  {
    ...{ kind: 'an entry of a watch list', service: 'screening', save: 'saveEntry', other: { reason: 'other' }, action: 'watch_entry_' },
    shown: async () => {
      const listId = (await firstOf('/api/risk/screening/list/page', {})).id;
      return { ...(await firstOf('/api/risk/screening/entry/page', { listId })), listId };
    },
  },
  {
    ...{ kind: 'a party', service: 'relation', save: 'saveParty', other: { remark: 'other' }, action: 'relation_' },
    shown: async () => await firstOf('/api/data/engine/relation-graph/parties'),
  },
  {
    ...{ kind: 'a rule set', service: 'rule-set', save: 'save', other: { remark: 'other' }, action: 'rule_set_' },
    shown: async () => await firstOf('/api/data/rule-set/page', {}),
  },
  {
    ...{ kind: 'an evaluation', service: 'risk', save: 'saveEvaluation', other: { name: 'Other' }, action: 'risk_evaluation_' },
    shown: async () => await firstOf('/api/risk/evaluate/page', { state: 'open' }),
  },
  {
    ...{ kind: 'a data table', service: 'data-mart', save: 'save', other: { description: 'other' }, action: 'data_table_' },
    shown: async () => await firstOf('/api/data/mart/page', { right: 'mine' }),
  },
  {
    ...{
      kind: 'a criterion of a draft',
      service: 'risk-template',
      save: 'saveCriterion',
      other: { cause: 'Other' },
      action: 'risk_template_',
    },
    shown: async () => {
      const id = await made('/api/risk/template', { name: 'Draft' });
      const row = { dimension: 'Strategy', cause: 'Market', subCause: 'Prices' };
      if ((await listOf(`/api/risk/template/criteria?id=${id}`)).length === 0)
        await send('/api/risk/template/criterion', { templateId: id, ...row });
      const [shown] = await listOf(`/api/risk/template/criteria?id=${id}`);
      return { ...shown, dimension: 'Strategy', cause: worded(shown?.cause), subCause: 'Prices', templateId: id };
    },
  },
  {
    ...{ kind: 'a rule of a draft', service: 'rule-set', save: 'saveRule', other: { weight: 7 }, action: 'rule_set_' },
    shown: async () => {
      const setId = await made('/api/data/rule-set/create', { code: 'UNCHANGED', name: label('Unchanged') });
      const rules = async () => (await get(`/api/data/rule-set/get?id=${setId}`)).rules as Row[];
      if ((await rules()).length === 0) {
        const fields = [{ name: 'amount', label: label('Amount'), type: 'number' }];
        await send('/api/data/rule-set/draft/settings', { id: setId, version: 1, fields, reviewFrom: 50, blockFrom: 80 });
        const condition = { all: [{ field: 'amount', operator: 'atLeast', value: '1000' }] };
        await send('/api/data/rule-set/draft/rule', { setId, name: 'Rule', condition, weight: 3, outcome: 'score' });
      }
      return { ...(await rules())[0], setId };
    },
  },
  {
    ...{ kind: 'a paper', service: 'risk', save: 'updateItem', other: { sendDepartment: 'Other' }, action: 'risk_paper_' },
    shown: async () => await firstOf('/api/risk/evaluate/item/page', { standing: 'open' }),
  },
  {
    ...{ kind: 'a processing graph', service: 'data-process', save: 'save', action: 'data_process_' },
    ...{ other: { graph: { nodes: [{ id: 'output', kind: 'output', x: 0, y: 0, settings: { refresh: 'full' } }], edges: [] } } },
    shown: async () => {
      const { bizId } = await firstOf('/api/data/process/page', {});
      const shown = async () => await get(`/api/data/process?bizId=${bizId}`);
      const { graph, version } = await shown();
      // Whoever saves it answers for what it reads: the first time it is a change, though it is as it was.
      if (!ids.has('process')) await send('/api/data/process/save', { bizId, graph, version });
      ids.set('process', String(bizId));
      return await shown();
    },
  },
  {
    ...{ kind: 'a bill task', service: 'evidence', save: 'saveTask', other: { productSpec: 'Other' }, action: 'flow_bill_collect_' },
    shown: async () => {
      const row = await firstOf('/api/flow-bill-collect/queryPage', { status: '0000' });
      return { ...row, flowType: row.flowTypeCode };
    },
  },
  {
    ...{ kind: 'a share link', service: 'evidence', save: 'updateLink', other: { remarks: 'Other' }, action: 'flow_ticket_url_' },
    shown: async () => (await listOf('/api/flow-ticket-url/queryPage', {})).find(({ copyUrl }) => copyUrl !== null) ?? {},
  },
  {
    ...{ kind: 'a relation of a client', service: 'flow-master-data', save: 'saveRelation', action: 'flow_matching_relation_' },
    shown: async () => await mastered('relation'),
    other: async ({ clientCode, kind, targetCode }) => {
      const targets = await listOf('/api/flow-audit-masterData-maintain/targetPageList', { clientCode, kind });
      return { targetCode: targets.find((target) => target.targetCode !== targetCode)?.targetCode };
    },
  },
  {
    ...{ kind: 'a relation of two parties', service: 'relation', save: 'saveLink', other: { source: 'Other' }, action: 'relation_' },
    shown: async () => {
      const { code } = await firstOf('/api/data/engine/relation-graph/parties');
      return await firstOf(`/api/data/engine/relation-graph/links?code=${code}`);
    },
  },
  {
    ...{ kind: 'a business domain', service: 'risk-template', save: 'saveBusiness', other: { name: 'Other' }, action: 'risk_template_' },
    shown: async () => {
      const id = await made('/api/risk/template', { name: 'Draft' });
      const domains = async () => await listOf(`/api/risk/template/domain?id=${id}`);
      if ((await domains()).length === 0) await send('/api/risk/template/business', { templateId: id, name: 'Sales' });
      const [shown] = await domains();
      return { ...shown, name: worded(shown?.name), templateId: id };
    },
  },
  {
    ...{ kind: 'the settings of a draft', service: 'rule-set', save: 'saveSettings', other: { blockFrom: 90 }, action: 'rule_set_' },
    shown: async () => {
      const id = await made('/api/data/rule-set/create', { code: 'UNCHANGED', name: label('Unchanged') });
      const shown = await get(`/api/data/rule-set/get?id=${id}`);
      return { ...shown, id, version: shown.settingsVersion };
    },
  },
  {
    ...{ kind: 'a designed board', service: 'board-design', save: 'save', other: { description: 'Other' }, action: 'board_' },
    isMerged: true,
    shown: async () => await get(`/api/data/board-design/detail?id=${await made('/api/data/board-design', { name: 'Unchanged' })}`),
  },
  {
    ...{ kind: 'a data process', service: 'flow-process', save: 'update', other: { remark: 'Other' }, action: 'flow_data_process_' },
    names: ['id', 'version', 'remark'],
    shown: async () => {
      const { id } = await app.db.selectFrom('flow_data_process').select('id').orderBy('id').executeTakeFirstOrThrow();
      return await get(`/api/flow-audit-data-process/detail?id=${id}`);
    },
  },
  {
    ...{ kind: 'a schedule', service: 'data-schedule', save: 'save', other: { cron: '30 6 * * *' }, action: 'data_schedule_' },
    shown: async () => await firstOf('/api/data/schedule/page', {}),
  },
  {
    ...{ kind: 'a task of a workspace', service: 'workspace', save: 'changeTask', other: { remark: 'Other' }, action: 'workspace_task_' },
    shown: async () => {
      const { bizId } = await firstOf('/api/workspace/list');
      const plan = `/api/workspace/${bizId}/plan`;
      if ((await listOf(plan)).length === 0) await send(plan, { title: 'Task' });
      return { ...(await firstOf(plan)), bizId };
    },
  },
];

const noted = async (action: string) => {
  const rows = await app.db.selectFrom('audit_log').select('id').where('action', 'like', `${action}%`).execute();
  return rows.length;
};

describe('[API-02] what is saved as it was', () => {
  it.each(kinds)('is no change of $kind: no version of others is old by it, and no history has it', async (kind) => {
    const { url, method, names: contracted } = contract(kind.service, kind.save);
    const names = kind.names ?? contracted;
    const shown = await kind.shown();
    const address = url.replace(/\{(\w+)\}/g, (_, name) => String(shown[name]));
    const sent = (row: Row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
    const before = await noted(kind.action);

    const again = await send(address, sent(shown), method);
    expect(again).toMatchObject({ code: '000000' });
    expect(await kind.shown()).toEqual(shown);
    expect(await noted(kind.action)).toBe(before);

    const changed = typeof kind.other === 'function' ? await kind.other(shown) : kind.other;
    const other = await send(address, { ...sent(shown), ...changed }, method);
    expect(other).toMatchObject({ code: '000000' });
    expect(await kind.shown()).toMatchObject({ ...changed, version: Number(shown.version) + 1 });
    expect(await noted(kind.action)).toBe(before + 1);

    expect((await send(address, sent(shown), method)).code).toBe(kind.isMerged ? '000000' : 'CONFLICT');
  });
});

it('[API-02] what is taken back is answered as it is then, where others saved it since it was read and nothing told so', async () => {
  const remark = async (db: Database) =>
    (await db.selectFrom('role').select('remark').where('role_code', '=', 'auditor').executeTakeFirstOrThrow()).remark;
  const write = (db: Database, text: string) => db.updateTable('role').set({ remark: text }).where('role_code', '=', 'auditor').execute();
  await write(app.db, 'first');
  const answer = await app.db.transaction().execute(async (transaction) => {
    const before = await remark(transaction);
    await write(app.db, 'of somebody else');
    return await unlessUnchanged(transaction, {
      before,
      work: () => write(transaction, 'first'),
      read: () => remark(transaction),
    });
  });
  expect(answer).toEqual({ isChanged: false, state: 'of somebody else' });
  expect(await remark(app.db)).toBe('of somebody else');
});
