import type { Database } from '../../database/connection.ts';
import type { Say } from '../../reader.ts';

/** Between the departments of a full name. */
export const BELOW = ' / ';

/** A kept name of a department in the language of the reader. */
export type NameDepartment = (kept: string) => string;

/**
 * A paper keeps the department it was sent to as text, in the language of whoever sent it. This says such a text in the language of the
 * reader, department by department of a full name; what is the name of none, such as that of another company's, stays as it is.
 */
export async function departmentNames(db: Database, say: Say): Promise<NameDepartment> {
  const departments = await db.selectFrom('department').select('name').orderBy('id').execute();
  const said = new Map<string, string>();
  for (const { name } of departments) {
    const texts = typeof name === 'string' ? [name] : name.map(({ t }) => t);
    for (const text of texts) if (!said.has(text)) said.set(text, say(name));
  }
  return (kept) =>
    kept
      .split(BELOW)
      .map((part) => said.get(part) ?? part)
      .join(BELOW);
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
