import { type RawBuilder, sql } from 'kysely';

/** The pattern of LIKE that finds the keyword anywhere, taking its % _ and \ literally. */
export function containing(keyword: string): string {
  return `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** Whether a text in one or more languages (JSON: a text, or a list with a wording `t` each) fits a pattern in any of them. */
export function worded(column: string, pattern: string): RawBuilder<boolean> {
  const name = sql.ref(column);
  return sql`exists (select 1 from jsonb_path_query(${name}, '$[*] ? (@.type() == "string")') as told where told #>> '{}' ilike ${pattern}
    union all select 1 from jsonb_path_query(${name}, '$[*].t') as told where told #>> '{}' ilike ${pattern})`;
}

/**
 * Whether a text holds the keyword, in capitals or not. Folding every letter of every text is most of what a search through many rows costs: a keyword
 * that knows no capitals, as in Chinese or a number, is compared as it is, and one of plain letters with those of ASCII alone folded.
 */
export function holds(text: RawBuilder<unknown>, keyword: string): RawBuilder<boolean> {
  const pattern = containing(keyword);
  if (keyword.toLowerCase() === keyword.toUpperCase()) return sql<boolean>`(${text}) like ${pattern}`;
  return /^\p{ASCII}*$/u.test(keyword) ? sql<boolean>`(${text}) collate "C" ilike ${pattern}` : sql<boolean>`(${text}) ilike ${pattern}`;
}
