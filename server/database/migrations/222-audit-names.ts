import { type Kysely, sql } from 'kysely';

/**
 * Entries of the audit log say what the thing is called that they are about, so that somebody can look for it. Those from before get what they know
 * themselves; nothing else of them changes, and from then on the log is append only as ever.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const keys = sql`array['code', 'username', 'roleCode', 'dictValue', 'name', 'boardName', 'taskName', 'dealerName', 'projectName', 'clientName',
    'tableTitle', 'title', 'originName', 'dealer', 'task', 'evaluation', 'subject', 'recipient']`;
  const statements = [
    sql`alter table audit_log add column target_name text`,
    sql`alter table audit_log disable trigger append_only`,
    sql`update audit_log set target_name = left(name.text, 200) from (
        select distinct on (log.id) log.id, state.value ->> key.value as text
        from audit_log log
        cross join lateral (values (1, jsonb_build_object('code', log.detail -> 'code')), (2, log.detail -> 'after'), (3, log.detail -> 'before'),
          (4, log.detail)) state (rank, value)
        cross join lateral unnest(${keys}) with ordinality key (value, rank)
        where jsonb_typeof(state.value) = 'object' and jsonb_typeof(state.value -> key.value) = 'string' and state.value ->> key.value <> ''
        order by log.id, state.rank, key.rank
      ) name where name.id = audit_log.id`,
    sql`alter table audit_log enable always trigger append_only`,
  ];
  for (const statement of statements) await statement.execute(db);
}
