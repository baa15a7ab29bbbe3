import { type Kysely, sql } from 'kysely';

/** Rows an installation gets below those it has: id, parent, type, name, Traditional name, English name, address, component, permission. */
const rows: readonly (readonly (string | null)[])[] = [
  ['data-rule-set', 'data-rule', '1', '规则集', '規則集', 'Rule set', '/data/rules/:id', 'main#data/rule-set', 'data:rule:list'],
  ['data-rule-edit', 'data-rule', '2', '修改', '修改', 'Edit', null, null, 'data:rule:edit'],
  ['data-rule-publish', 'data-rule', '2', '发布与回滚', '發布與復原', 'Publish and roll back', null, null, 'data:rule:publish'],
  ['data-rule-remove', 'data-rule', '2', '删除', '刪除', 'Delete', null, null, 'data:rule:remove'],
  [
    'screening-entries',
    'screening-list',
    '1',
    '名单条目',
    '名單項目',
    'Watch list',
    '/risk-screening/list/:id',
    'main#screening/entries',
    'screening:list:list',
  ],
  ['screening-list-remove', 'screening-list', '2', '删除', '刪除', 'Delete', null, null, 'screening:list:remove'],
  ['screening-log-export', 'screening-log', '2', '导出', '匯出', 'Export', null, null, 'screening:log:export'],
  ['screening-execute', 'risk-screening', '2', '调用决策接口', '呼叫決策介面', 'Ask for decisions', null, null, 'screening:execute'],
];

/** An installation whose menu announced these pages gets them; one that gave the rows another component keeps it. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [menu, component] of [
    ['data-rule', 'main#data/rules'],
    ['screening-review', 'main#screening/review'],
    ['screening-list', 'main#screening/lists'],
    ['screening-log', 'main#screening/log'],
  ]) {
    await sql`update menu set component = ${component} where menu_id = ${menu} and component = 'main#later'`.execute(db);
  }
  for (const [index, [id, parent, type, name, hant, en, url, component, perms]] of rows.entries()) {
    await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, perms, sort, visible)
      select ${id}, ${parent}, ${type}, ${name}, ${name}, ${hant}, ${en}, ${url}, ${component}, ${perms}, ${index * 10 + 20}::int, '1'
      where exists (select 1 from menu where menu_id = ${parent}) on conflict do nothing`.execute(db);
    // What leads on to a page goes with the page; to change, publish, delete and ask is for the administrator to give.
    if (type !== '1') continue;
    await sql`insert into role_menu (role_id, menu_id)
      select role_id, ${id} from role_menu where menu_id = ${parent} and exists (select 1 from menu where menu_id = ${id})
      on conflict do nothing`.execute(db);
  }
}
