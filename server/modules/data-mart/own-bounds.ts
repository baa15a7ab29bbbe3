import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { wrong } from '../../errors.ts';
import { type Reader, type SourcedRight, sourcedRights } from './rights.ts';
import type { Asked, TablePermission } from './tables.ts';

/** Columns null being all of them and those to come; the last day null being for good. */
type Right = SourcedRight & { endDate: string | null };

/**
 * Whoever decides by a grant gives at most what they have: permissions, columns of each, and days. Owners, who works in the workspace, and who decides for every table give
 * whatever was asked for.
 * @throws ApiError PARAMETER_ERROR at what is more than one's own
 */
export async function requireWithinOwn(
  db: Database,
  reader: Reader,
  { tableId, timeZone }: { tableId: number; timeZone: string },
  terms: Asked,
): Promise<void> {
  const own: Right[] = (await sourcedRights(db, reader, tableId)).map((right) => ({ ...right, endDate: null }));
  if (own.some(({ by, permission }) => permission === 'authorize' && by !== 'grant')) return;
  const granted = await db
    .selectFrom('data_grant')
    .select([
      'permissions',
      'columns',
      sql<string | null>`to_char((ends_at at time zone ${timeZone}) - interval '1 day', 'YYYY-MM-DD')`.as('endDate'),
    ])
    .where('table_id', '=', tableId)
    .where('user_id', '=', Number(reader.id))
    .where('state', '=', 'granted')
    .where(sql<boolean>`starts_at <= now() and (ends_at is null or ends_at > now())`)
    .execute();
  const rights = [
    ...own.filter(({ by }) => by !== 'grant'),
    ...granted.flatMap(({ permissions, columns, endDate }) =>
      permissions.map((permission): Right => ({ by: 'grant', permission, columns, endDate })),
    ),
  ];
  const columns: readonly (string | null)[] = terms.columns ?? [null];
  const holds = (permission: TablePermission, fits: (right: Right, column: string | null) => boolean) =>
    columns.every((column) => rights.some((right) => right.permission === permission && fits(right, column)));
  const hasColumn = (right: Right, column: string | null) => right.columns === null || (column !== null && right.columns.includes(column));
  const lasts = ({ endDate }: Right) => endDate === null || (terms.endDate !== null && terms.endDate <= endDate);
  const more = (field: string) => wrong(field, 'More than you have yourself', 'data-mart.moreThanOwn');
  // Without the right to decide itself nothing is given, whatever else somebody has.
  const needed = new Set<TablePermission>([...terms.permissions, 'authorize']);
  for (const [field, fits] of [
    ['permissions', () => true],
    ['columns', hasColumn],
    ['endDate', (right: Right, column: string | null) => hasColumn(right, column) && lasts(right)],
  ] as const)
    if (![...needed].every((permission) => holds(permission, fits))) throw more(field);
}
