import { type Kysely, sql } from 'kysely';

/** Models that were learned from data tables, tables they fill by predicting, and causal analyses (DATA-02, DATA-03, DATA-05, DATA-21). */
export async function up(db: Kysely<never>): Promise<void> {
  const versioned = sql`
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text`;
  const statements = [
    // Beyond the safe integers on purpose, like the numbers of data tables, and none of theirs.
    sql`create sequence ai_model_biz_id start 3000000000000000001`,
    sql`create table ai_model (
      id bigint generated always as identity primary key,
      biz_id text not null unique default nextval('ai_model_biz_id')::text check (biz_id ~ '^[0-9]{1,32}$'),
      kind text not null check (kind in ('table', 'text')),
      name text not null,
      description text,
      owner_id bigint references app_user (id) on delete set null,
      table_id bigint not null references data_table (id),
      settings jsonb not null,
      current_id bigint,${versioned}
    )`,
    sql`create index ai_model_of_table on ai_model (table_id)`,
    // The model itself is compressed JSON. Lists never read it.
    sql`create table ai_model_version (
      id bigint generated always as identity primary key,
      model_id bigint not null references ai_model (id) on delete cascade,
      number integer not null,
      estimator text not null,
      content bytea not null,
      table_revision integer not null,
      settings jsonb not null,
      columns jsonb not null,
      summary jsonb not null,
      metric_name text not null,
      metric_value double precision,
      seconds double precision not null,
      made_by text,
      made_at timestamptz not null default now(),
      unique (model_id, number)
    )`,
    sql`alter table ai_model add constraint ai_model_current foreign key (current_id) references ai_model_version (id) deferrable initially deferred`,
    // A table a model fills: its rows are those of the input table with what the model says of them.
    sql`create table ai_prediction (
      table_id bigint primary key references data_table (id) on delete cascade,
      model_id bigint not null references ai_model (id),
      input_id bigint not null references data_table (id),
      created_at timestamptz not null default now()
    )`,
    sql`create index ai_prediction_of_model on ai_prediction (model_id)`,
    sql`create index ai_prediction_of_input on ai_prediction (input_id)`,
    sql`create table ai_causal (
      id bigint generated always as identity primary key,
      name text not null,
      owner_id bigint references app_user (id) on delete set null,
      table_id bigint references data_table (id) on delete set null,
      table_title text not null,
      settings jsonb not null,
      result jsonb,
      made_at timestamptz,${versioned}
    )`,
    sql`create index data_run_of_model on data_run ((input ->> 'modelId'), id desc) where kind = 'model-fit'`,
    sql`create index data_run_of_causal on data_run ((input ->> 'causalId'), id desc) where kind = 'causal'`,
  ];
  for (const statement of statements) await statement.execute(db);
  await rows(db);
}

/** Rows an installation gets below those it has: id, parent, type, name, Traditional name, English name, address, component, permission. */
const menus: readonly (readonly (string | null)[])[] = [
  ['data-model-detail', 'data-model', '1', '模型', '模型', 'Model', '/data/models/:id', 'main#data/model', 'data:model:list'],
  ['data-model-edit', 'data-model', '2', '训练与预测', '訓練與預測', 'Fit and predict', null, null, 'data:model:edit'],
  ['data-model-remove', 'data-model', '2', '删除', '刪除', 'Delete', null, null, 'data:model:remove'],
  ['ai-causal-detail', 'ai-causal', '1', '分析结果', '分析結果', 'Result', '/ai/causal/:id', 'main#ai/causal-result', 'ai:causal:use'],
];

/** An installation whose menu announced these pages gets them; one that gave the rows another component keeps it. */
async function rows(db: Kysely<never>): Promise<void> {
  for (const [menu, component] of [
    ['data-model', 'main#data/models'],
    ['ai-fit', 'main#ai/fit'],
    ['ai-causal', 'main#ai/causal'],
    ['ai-classify', 'main#ai/classify'],
  ]) {
    await sql`update menu set component = ${component} where menu_id = ${menu} and component = 'main#later'`.execute(db);
  }
  for (const [index, [id, parent, type, name, hant, en, url, component, perms]] of menus.entries()) {
    await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, perms, sort, visible)
      select ${id}, ${parent}, ${type}, ${name}, ${name}, ${hant}, ${en}, ${url}, ${component}, ${perms}, ${index * 10 + 20}::int, '1'
      where exists (select 1 from menu where menu_id = ${parent}) on conflict do nothing`.execute(db);
    // Who could add models may fit them, and who could open a list the page it leads to.
    const before = type === '1' ? parent : 'data-model-add';
    await sql`insert into role_menu (role_id, menu_id)
      select role_id, ${id} from role_menu where menu_id = ${before} and exists (select 1 from menu where menu_id = ${id})
      on conflict do nothing`.execute(db);
  }
}
