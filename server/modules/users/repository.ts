import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { type LabelValue, personName } from '../../database/values.ts';
import { holds } from '../search.ts';

export interface UserRow {
  id: string;
  username: string;
  name: string;
  nameEn: string | null;
  userCode: string;
  deptName: LabelValue | null;
  img_path: string | null;
  status: string;
}

/** A page of active users whose account, name or code holds the keyword, or whose e-mail it is, and how many there are; without the users `except`, with the user `first` first. */
export async function listUsers(
  db: Database,
  {
    keyword,
    current,
    size,
    except,
    first = 0,
  }: { keyword: string; current: number; size: number; except?: readonly number[]; first?: number },
): Promise<{ content: UserRow[]; total: number }> {
  let query = db
    .selectFrom('app_user')
    .leftJoin('department', 'department.id', 'app_user.department_id')
    .where('app_user.status', '=', '0');
  if (except && except.length > 0) query = query.where('app_user.id', 'not in', [...except]);
  if (keyword !== '') {
    query = query.where((row) =>
      row.or([
        ...(['username', 'name', 'name_en', 'user_code'] as const).map((name) => holds(sql.ref(`app_user.${name}`), keyword)),
        // Part by part whoever asks would guess the addresses of everybody.
        row(sql`lower(app_user.email)`, '=', keyword.toLowerCase()),
      ]),
    );
  }
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select([
      'app_user.id',
      'app_user.username',
      'app_user.name',
      'app_user.name_en as nameEn',
      'app_user.user_code as userCode',
      'department.name as deptName',
      'app_user.img_path',
      'app_user.status',
    ])
    // Without somebody who stands in front the order is that of an index.
    .$if(first !== 0, (shown) => shown.orderBy((row) => row('app_user.id', '<>', first)))
    .orderBy('app_user.user_code')
    .$call(onPage(current, size))
    .execute();
  return { content: rows.map((row) => ({ ...row, id: String(row.id) })), total };
}

/** What pickers call a person, in every language: the name, and the account that tells people of one name apart. */
export function accountLabel({ username, ...names }: Pick<UserRow, 'username' | 'name' | 'nameEn'>): LabelValue {
  const label = personName(names);
  return typeof label === 'string' ? `${label} (${username})` : label.map((entry) => ({ ...entry, t: `${entry.t} (${username})` }));
}
