import { type Kysely, sql } from 'kysely';

/** Rows of the menu that announced a page, the page they get, and the area of their permissions. */
const pages = [
  ['control-finding', 'main#registers/finding', 'control:finding'],
  ['risk-register', 'main#registers/risk', 'risk:register'],
  ['risk-control-measure', 'main#registers/control-measure', 'risk:controls'],
  ['risk-event', 'main#registers/risk-event', 'risk:event'],
  ['compliance-duty', 'main#registers/obligation', 'compliance:duty'],
  ['audit-universe', 'main#registers/audit-entity', 'audit:universe'],
  ['audit-project', 'main#registers/engagement', 'audit:project'],
  ['audit-finding', 'main#registers/audit-finding', 'audit:finding'],
  ['supervise-clue', 'main#registers/clue', 'supervise:clue'],
  ['supervise-case', 'main#registers/case', 'supervise:case'],
  ['engineering-contract', 'tab-view#registers/contract', 'engineering:contract'],
  ['task-list', 'main#registers/task', 'task:list'],
  ['cost-budget', 'main#registers/budget', 'cost:budget'],
  ['cost-booking', 'main#registers/booking', 'cost:booking'],
] as const;
const buttons = [
  ['add', '新增', '新增', 'Add', 10],
  ['edit', '编辑', '編輯', 'Edit', 20],
  ['remove', '删除', '刪除', 'Delete', 30],
] as const;

/** Records of registers, whose fields, states and rights are documents: the fields of a record are one JSON value. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table register_number (register text primary key, last integer not null default 0)`,
    sql`create table register_row (
      id bigint generated always as identity primary key,
      register text not null,
      number integer not null,
      state text not null,
      data jsonb not null check (jsonb_typeof(data) = 'object'),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      created_by text,
      updated_at timestamptz,
      updated_by text,
      moved_by bigint references app_user (id) on delete set null,
      overdue_told_at timestamptz,
      constraint register_row_number unique (register, number)
    )`,
    sql`create index register_row_state on register_row (register, state)`,
    sql`create index register_row_data on register_row using gin (data jsonb_path_ops)`,
  ];
  for (const statement of statements) await statement.execute(db);
  await sql`update menu set component = 'main#risk/heat-map' where menu_id = 'risk-heat-map' and component = 'main#later'`.execute(db);
  await openPages(db, pages);
  await addButton(db, {
    ...{
      id: 'control-verify-edit',
      menu: 'control-finding',
      hans: '验证',
      hant: '驗證',
      en: 'Verify',
      sort: 40,
      perms: 'control:verify:edit',
    },
  });
}

/** Rows that announced a page get it, with the buttons to add, edit and delete. One that was given another component keeps it, and has no use for the buttons. */
export async function openPages(
  db: Kysely<never>,
  list: readonly (readonly [menu: string, component: string, area: string])[],
): Promise<void> {
  for (const [menu, component, area] of list) {
    const { numAffectedRows } =
      await sql`update menu set component = ${component} where menu_id = ${menu} and component like '%#later'`.execute(db);
    if (!numAffectedRows) continue;
    for (const [verb, hans, hant, en, sort] of buttons)
      await addButton(db, { id: `${menu}-${verb}`, menu, hans, hant, en, sort, perms: `${area}:${verb}` });
  }
}

/** Rights do not grow by an upgrade: roles are given the button by who manages them. */
export async function addButton(
  db: Kysely<never>,
  { id, menu, hans, hant, en, sort, perms }: Record<'id' | 'menu' | 'hans' | 'hant' | 'en' | 'perms', string> & { sort: number },
): Promise<void> {
  await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, sort, perms)
    select ${id}, ${menu}, '2', ${hans}, ${hans}, ${hant}, ${en}, ${sort}::integer, ${perms}
    where exists (select 1 from menu where menu_id = ${menu}) on conflict do nothing`.execute(db);
}
