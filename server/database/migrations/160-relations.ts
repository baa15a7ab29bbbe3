import { type Kysely, sql } from 'kysely';

/** Parties around suppliers and how they hang together: the relationship graph (GRAPH-01). Its page takes the place of the announcement in the menu. */
export async function up(db: Kysely<never>): Promise<void> {
  const versioned = sql`
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text`;
  const statements = [
    sql`create table relation_party (
      id bigint generated always as identity primary key,
      party_code text not null constraint relation_party_code unique check (party_code ~ '^[A-Za-z0-9_-]{1,32}$'),
      kind text not null,
      name text not null,
      remark text,${versioned}
    )`,
    // Read from a party to what it stands in the relation to: "Chen owns 60 % of Hengyi" goes from Chen to Hengyi.
    sql`create table relation_link (
      id bigint generated always as identity primary key,
      from_id bigint not null references relation_party (id) on delete cascade,
      to_id bigint not null references relation_party (id) on delete cascade,
      kind text not null,
      share numeric(7, 4) check (share > 0 and share <= 100),
      since date,
      source text not null,${versioned},
      constraint relation_link_once unique (from_id, to_id, kind),
      constraint relation_link_between_two check (from_id <> to_id)
    )`,
    sql`create index relation_link_to on relation_link (to_id)`,
    // An installation whose menu announced the page gets it; one that gave the row another component keeps it.
    sql`update menu set component = 'relation/graph' where menu_id = 'ai-graph' and component = 'main#later'`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, sort, perms)
      select 'ai-graph-edit', 'ai-graph', '2', '维护', '维护', '維護', 'Maintain', 10, 'ai:graph:edit'
      where exists (select 1 from menu where menu_id = 'ai-graph')
      on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'ai-graph-edit' from role_menu where menu_id = 'ai-graph' and exists (select 1 from menu where menu_id = 'ai-graph-edit')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
