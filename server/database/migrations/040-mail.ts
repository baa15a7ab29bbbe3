import { type Kysely, sql } from 'kysely';

/** Outgoing mails and the page that shows them. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table mail (
      id bigint generated always as identity primary key,
      recipient text not null,
      subject text not null,
      body text,
      user_id bigint references app_user (id) on delete cascade,
      state text not null check (state in ('queued', 'kept', 'sent', 'failed')),
      attempts integer not null default 0,
      next_try_at timestamptz not null default now(),
      problem text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )`,
    sql`create index mail_due on mail (next_try_at) where state = 'queued'`,
    sql`create index mail_text on mail (created_at) where body is not null`,
    // An installation that is there already gets the page; a new one has it from its first menu.
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_en, url, component, icon, sort, perms)
      select row.* from (values
        ('system-mail', 'system', '1', '发件箱', '发件箱', 'Outbox', '/system/mail', 'system/mail', 'mail', 75, 'sys:mail:list'),
        ('system-mail-read', 'system-mail', '2', '查看正文', '查看正文', 'Read texts', null, null, null, 10, 'sys:mail:read'),
        ('system-mail-send', 'system-mail', '2', '重新发送', '重新发送', 'Send again', null, null, null, 20, 'sys:mail:send')
      ) as row (menu_id, parent_id, type, name, name_hans, name_en, url, component, icon, sort, perms)
      where exists (select 1 from menu where menu_id = 'system')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
