/** The pattern of LIKE that finds the keyword anywhere, taking its % _ and \ literally. */
export function containing(keyword: string): string {
  return `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
