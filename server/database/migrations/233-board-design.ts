import { type Kysely, sql } from 'kysely';

/**
 * Boards people make of cards, beside the pages that are boards (DATA-01, MISC-07): what stands on them, whom they are shared with, earlier versions. The charts people
 * pinned to a board of their own become cards of their first board. And the permissions to publish to everybody and to take over boards of people who left.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table report_board
      add column content jsonb,
      add column owner_id bigint references app_user (id) on delete set null,
      add column is_first boolean not null default false,
      add column everybody boolean not null default false`,
    sql`create index report_board_owner on report_board (owner_id)`,
    sql`create unique index report_board_first on report_board (owner_id) where is_first`,
    sql`create table board_reader (
      board_id bigint not null references report_board (id) on delete cascade,
      kind text not null check (kind in ('user', 'department', 'role')),
      target bigint not null,
      may_edit boolean not null default false,
      primary key (board_id, kind, target)
    )`,
    sql`create index board_reader_target on board_reader (kind, target)`,
    sql`create table board_past (
      board_id bigint not null references report_board (id) on delete cascade,
      version integer not null,
      content jsonb not null,
      saved_at timestamptz not null default now(),
      primary key (board_id, version)
    )`,
    sql`insert into report_board (board_name, page, content, owner_id, is_first)
      select '[{"l": "zh-Hans", "t": "我的看板", "d": true}, {"l": "zh-Hant", "t": "我的看板"}, {"l": "en", "t": "My board"}]', 'designed',
        jsonb_build_object('filters', '[]'::jsonb, 'cards', jsonb_agg(jsonb_build_object('id', 'pin-' || id, 'kind', 'chart', 'title', name,
          'chart', chart, 'width', 6, 'height', 'auto') order by place, id)), user_id, true
      from pinned_chart group by user_id`,
    sql`drop table pinned_chart`,
    sql`update menu set name = '我的看板', name_en = 'My boards' where menu_id = 'data-my-board' and name_en = 'My board'`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, sort, perms)
      select given.* from (values
        ('report-board-publish', 'report-board', '2', '发布给所有人', '发布给所有人', '發佈給所有人', 'Publish to everybody', 40, 'report:board:publish'),
        ('report-board-take', 'report-board', '2', '接管看板', '接管看板', '接管看板', 'Take over boards', 50, 'report:board:take')
      ) as given where exists (select 1 from menu where menu_id = 'report-board')
      on conflict do nothing`,
    // Who publishes pages as boards may publish others, too.
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'report-board-publish' from role_menu
      where menu_id = 'report-board-edit' and exists (select 1 from menu where menu_id = 'report-board-publish')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
