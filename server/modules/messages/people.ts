import type { Database } from '../../database/connection.ts';
import { type LabelValue, personName } from '../../database/values.ts';

/** What notices call the user of this id, in every language. @throws NoResultError for the id of nobody */
export async function nameOfUser(db: Database, id: string): Promise<LabelValue> {
  const found = db.selectFrom('app_user').select(['name', 'name_en as nameEn']).where('id', '=', Number(id));
  return personName(await found.executeTakeFirstOrThrow());
}
