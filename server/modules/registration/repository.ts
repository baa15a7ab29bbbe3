import type { SelectQueryBuilder } from 'kysely';
import type { Database, Tables } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';
import type { RegistrationState } from './tables.ts';

/** A request for an account as administrators see it. */
export interface RegistrationAnswer {
  id: string;
  name: string;
  email: string;
  mobile: string | null;
  companyName: string;
  position: string | null;
  contactMatters: string | null;
  state: RegistrationState;
  reason: string | null;
  ip: string | null;
  createTime: string;
  confirmTime: string | null;
  updateBy: string | null;
  version: number;
}

export interface RegistrationFilter {
  keyword: string;
  state: string;
  sort: string;
  order: 'asc' | 'desc';
  current: number;
  size: number;
}

const columns = [
  'id',
  'name',
  'email',
  'mobile',
  'company_name as companyName',
  'position',
  'contact_matters as contactMatters',
  'state',
  'reason',
  'ip',
  'created_at as createdAt',
  'confirmed_at as confirmedAt',
  'updated_by as updateBy',
  'version',
] as const;

const sortColumns = {
  name: 'registration.name',
  companyName: 'registration.company_name',
  state: 'registration.state',
  createTime: 'registration.created_at',
} as const;

interface Row extends Omit<RegistrationAnswer, 'id' | 'createTime' | 'confirmTime'> {
  id: number;
  createdAt: Date;
  confirmedAt: Date | null;
}

function toAnswer({ createdAt, confirmedAt, ...row }: Row): RegistrationAnswer {
  return { ...row, id: String(row.id), createTime: createdAt.toISOString(), confirmTime: confirmedAt?.toISOString() ?? null };
}

/** A page of the registrations, the latest first. */
export async function listRegistrations(
  db: Database,
  filter: RegistrationFilter,
): Promise<{ content: RegistrationAnswer[]; total: number }> {
  let query: SelectQueryBuilder<Tables, 'registration', object> = db.selectFrom('registration');
  if (filter.state !== '') query = query.where('state', '=', filter.state as RegistrationState);
  if (filter.keyword !== '') {
    const pattern = containing(filter.keyword);
    const parts = ['name', 'email', 'mobile', 'company_name'] as const;
    query = query.where((row) => row.or(parts.map((part) => row(part, 'ilike', pattern))));
  }
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const column = Object.hasOwn(sortColumns, filter.sort) ? sortColumns[filter.sort as keyof typeof sortColumns] : 'registration.created_at';
  const rows = await query
    .select(columns)
    .orderBy(column, filter.sort === '' ? 'desc' : filter.order)
    .orderBy('id', 'desc')
    .$call(onPage(filter.current, filter.size))
    .$castTo<Row>()
    .execute();
  return { content: rows.map(toAnswer), total };
}

/** One registration. */
export async function findRegistration(db: Database, id: string): Promise<RegistrationAnswer | undefined> {
  const row = await db.selectFrom('registration').select(columns).where('id', '=', Number(id)).$castTo<Row>().executeTakeFirst();
  return row && toAnswer(row);
}
