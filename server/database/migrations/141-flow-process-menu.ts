import { type Kysely, sql } from 'kysely';

/** Data processing of the flow audit: an installation whose menu announced the page gets it, with its buttons and the pages it leads to (FLOW-05). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of menu) await statement.execute(db);
}

const buttons = [
  ['flow-process-edit', '上传和修改', '上傳和修改', 'Upload and edit', 10, 'flow:process:edit'],
  ['flow-process-remove', '删除', '刪除', 'Delete', 20, 'flow:process:remove'],
  ['flow-process-compare', '比对', '比對', 'Compare', 30, 'flow:process:compare'],
  ['flow-process-comment', '修订意见', '修訂意見', 'Comment', 40, 'flow:process:comment'],
] as const;
const pages = [
  ['flow-process-data', '数据文件', '資料檔案', 'Data file', '/flow/process/:id', 'main#flow/process-data', 50],
  ['flow-comparison', '流向比对', '流向比對', 'Comparison', '/flow/comparison/:id', 'main#flow/comparison', 60],
] as const;

/** An installation whose menu announced the page gets it with what belongs to it; one that gave the row another component keeps that. */
const menu = [
  sql`update menu set component = 'main#flow/process' where menu_id = 'flow-process' and component = 'main#later'`,
  ...buttons.map(
    ([id, hans, hant, en, sort, perms]) => sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, sort, perms)
      select ${id}, 'flow-process', '2', ${hans}, ${hans}, ${hant}, ${en}, ${sort}::integer, ${perms}
      where exists (select 1 from menu where menu_id = 'flow-process')
      on conflict do nothing`,
  ),
  ...pages.map(
    ([
      id,
      hans,
      hant,
      en,
      url,
      component,
      sort,
    ]) => sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, icon, visible, sort, perms)
      select ${id}, 'flow-process', '1', ${hans}, ${hans}, ${hant}, ${en}, ${url}, ${component}, 'sync', '1', ${sort}::integer, 'flow:process:list'
      where exists (select 1 from menu where menu_id = 'flow-process')
      on conflict do nothing`,
  ),
  // Who could add projects works on what they deliver, too.
  ...buttons.map(
    ([id]) => sql`insert into role_menu (role_id, menu_id)
      select seen.role_id, ${id} from role_menu seen join role_menu works on works.role_id = seen.role_id and works.menu_id = 'flow-client-add'
      where seen.menu_id = 'flow-process' and exists (select 1 from menu where menu_id = ${id})
      on conflict do nothing`,
  ),
  // Who sees the page sees those it leads to.
  ...pages.map(
    ([id]) => sql`insert into role_menu (role_id, menu_id)
      select role_id, ${id} from role_menu where menu_id = 'flow-process' and exists (select 1 from menu where menu_id = ${id})
      on conflict do nothing`,
  ),
];
