import { type RawBuilder, sql } from 'kysely';
import type { RegisterField } from '../../../src/core/register/document.ts';

/** Ids in a value of a field that points elsewhere: one, or several. What is no id points nowhere. */
export function idsIn(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((id) => (/^\d{1,15}$/.test(String(id)) ? [String(id)] : []));
}

const contains = (value: unknown) => sql<boolean>`data @> ${JSON.stringify(value)}::jsonb`;

/** A record has this value in a field, alone, as what was saved while it took one, or among several. */
export const holdsValue = (name: string, value: unknown): RawBuilder<boolean> =>
  sql<boolean>`(${contains({ [name]: value })} or ${contains({ [name]: [value] })})`;

/** Whether a record points at this id by one of these fields. As containment, so that the index over the values is used. */
export function pointsAt(fields: readonly Pick<RegisterField, 'name' | 'multiple'>[], id: string | number): RawBuilder<boolean> {
  const parts = fields.map(({ name, multiple }) => (multiple ? holdsValue(name, String(id)) : contains({ [name]: String(id) })));
  return sql<boolean>`(${sql.join([...parts, sql`false`], sql` or `)})`;
}

/** The ids a field points at, a row each: `data` joined with them. */
export const unnested = (name: string): RawBuilder<unknown> =>
  sql`jsonb_array_elements_text(case jsonb_typeof(data -> ${name}) when 'array' then data -> ${name} else jsonb_build_array(data ->> ${name}) end)`;
