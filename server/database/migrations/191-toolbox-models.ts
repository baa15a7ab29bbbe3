import { type Kysely, sql } from 'kysely';

/**
 * A model is opened from the AI toolbox by who may use that alone (DATA-02, DATA-05): its page stood below the list of models only, and a role without that
 * list could make a model but not see it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [parent, url, perms] of [
    ['ai-fit', '/ai/fit/:id', 'ai:fit:use'],
    ['ai-classify', '/ai/classify/:id', 'ai:classify:use'],
  ]) {
    const id = `${parent}-model`;
    await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, perms, sort, visible)
      select ${id}, ${parent}, '1', '模型', '模型', '模型', 'Model', ${url}, 'main#data/model', ${perms}, 50, '1'
      where exists (select 1 from menu where menu_id = ${parent}) on conflict do nothing`.execute(db);
    await sql`insert into role_menu (role_id, menu_id)
      select role_id, ${id} from role_menu where menu_id = ${parent} and exists (select 1 from menu where menu_id = ${id}) on conflict do nothing`.execute(
      db,
    );
  }
}
