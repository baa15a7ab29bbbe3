import { addTo } from '../../../src/core/lists.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Say } from '../../reader.ts';

/** Between the departments of a full name, and a business domain and what is told with it. */
export const BELOW = ' / ';

/** A kept name of a department in the language of the reader. */
export type NameDepartment = (kept: string) => string;

/** What kept names of departments mean. */
export interface DepartmentReader {
  nameOf: NameDepartment;
  /** The same for two texts that name the same department, in whatever languages, and for no others; empty for none. */
  keyOf: (kept: string) => string;
}

interface Department {
  id: number;
  parentId: number | null;
  name: LabelValue;
}

/**
 * A paper keeps the department it was sent to as text, in the language of whoever sent it. This finds the departments of such a text, each
 * below the one before it where several have the same name, and says it in the language of the reader, department by department; what is
 * the name of none, such as that of another company's, stays as it is.
 */
export async function departmentReader(db: Database, say: Say): Promise<DepartmentReader> {
  const departments = await db.selectFrom('department').select(['id', 'parent_id as parentId', 'name']).orderBy('id').execute();
  const called = new Map<string, Department[]>();
  for (const department of departments) for (const text of wordings(department.name)) addTo(called, text, department);
  const find = (kept: string) => {
    let above: Department | undefined;
    return kept.split(BELOW).map((part) => {
      const all = called.get(part) ?? [];
      const department = all.find(({ parentId }) => parentId === (above?.id ?? null)) ?? all[0];
      above = department;
      return { part, department };
    });
  };
  return {
    nameOf: (kept) =>
      find(kept)
        .map(({ part, department }) => (department ? say(department.name) : part))
        .join(BELOW),
    keyOf: (kept) => (kept === '' ? '' : JSON.stringify(find(kept).map(({ part, department }) => department?.id ?? part))),
  };
}

function wordings(name: LabelValue): Set<string> {
  return new Set(typeof name === 'string' ? [name] : name.map(({ t }) => t));
}

export async function departmentNames(db: Database, say: Say): Promise<NameDepartment> {
  return (await departmentReader(db, say)).nameOf;
}

/** The texts that papers keep as their department and whose name, as the reader reads it, fits. */
async function keptDepartments(db: Database, nameOf: NameDepartment, fits: (name: string) => boolean): Promise<string[]> {
  const rows = await db.selectFrom('risk_paper').select('send_department').distinct().where('send_department', 'is not', null).execute();
  return rows.flatMap(({ send_department: kept }) => (kept !== null && fits(nameOf(kept)) ? [kept] : []));
}

/** The texts papers keep that name one department; `name` may be in any language. */
export async function departmentsCalled(db: Database, say: Say, name: string): Promise<string[]> {
  const nameOf = await departmentNames(db, say);
  const wanted = nameOf(name);
  return await keptDepartments(db, nameOf, (kept) => kept === wanted);
}

/** The texts papers keep whose name, as the reader reads it, contains a text. */
export async function departmentsContaining(db: Database, say: Say, text: string): Promise<string[]> {
  const wanted = text.toLowerCase();
  return await keptDepartments(db, await departmentNames(db, say), (kept) => kept.toLowerCase().includes(wanted));
}

/** Order of names as people look for them; what has none comes last. */
export function byName(one: string, other: string): number {
  return Number(one === '') - Number(other === '') || one.localeCompare(other);
}
