import { sql } from 'kysely';
import { wrong } from '../../errors.ts';
import { type Asked, type TablePermission, tablePermissions } from './tables.ts';

export interface Terms {
  permissions: readonly TablePermission[];
  /** Null or none: all columns, also those to come. */
  columns?: readonly string[] | null | undefined;
  startDate: string;
  endDate?: string | null | undefined;
}

/** Permissions in their order, with `view`, without which no other says anything. Columns named once: also where they are all there are, others that come are not among them. */
export function settled({ permissions, columns, startDate, endDate }: Terms, all: readonly string[]): Asked {
  const wanted = new Set<TablePermission>(['view', ...permissions]);
  const named = columns && columns.length > 0 ? all.filter((name) => columns.includes(name)) : null;
  const strange = columns?.find((name) => !all.includes(name));
  if (strange !== undefined) throw wrong('columns', `There is no column ${strange}`, 'data-mart.noColumn');
  const last = endDate === '' || endDate === undefined ? null : endDate;
  if (last !== null && last < startDate) throw wrong('endDate', 'The last day is before the first', 'data-mart.endBeforeStart');
  return {
    permissions: tablePermissions.filter((permission) => wanted.has(permission)),
    columns: named,
    startDate,
    endDate: last,
  };
}

/** The moments a period begins and ends with, by the calendar of the product. */
export function momentsOf({ startDate, endDate }: Asked, timeZone: string) {
  return {
    starts_at: sql<Date>`(${startDate}::date)::timestamp at time zone ${timeZone}`,
    ends_at: endDate === null ? null : sql<Date>`((${endDate}::date) + 1)::timestamp at time zone ${timeZone}`,
  };
}

/**
 * The terms an application is approved with: as asked, or narrowed. Columns that are gone since are asked for no more.
 * @throws ApiError PARAMETER_ERROR where more would be given than was asked for, or none of the columns is there any more
 */
export function narrowed(given: Partial<Terms>, asked: Asked, all: readonly string[]): Asked {
  const wanted = {
    permissions: given.permissions ?? asked.permissions,
    columns: given.columns === undefined ? asked.columns : given.columns,
    startDate: given.startDate ?? asked.startDate,
    endDate: given.endDate === undefined ? asked.endDate : given.endDate,
  };
  const there = wanted.columns?.filter((name) => all.includes(name)) ?? null;
  if (there?.length === 0 && wanted.columns?.length !== 0)
    throw wrong('columns', 'None of these columns is there any more', 'data-mart.columnsGone');
  const approved = settled({ ...wanted, columns: there }, all);
  const more = (field: string) => wrong(field, 'More than was asked for', 'data-mart.moreThanAsked');
  if (approved.permissions.some((permission) => !asked.permissions.includes(permission))) throw more('permissions');
  if (asked.columns !== null && (approved.columns === null || approved.columns.some((name) => !asked.columns?.includes(name))))
    throw more('columns');
  if (approved.startDate < asked.startDate) throw more('startDate');
  if (asked.endDate !== null && (approved.endDate === null || approved.endDate > asked.endDate)) throw more('endDate');
  return approved;
}
