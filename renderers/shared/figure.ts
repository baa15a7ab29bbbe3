/** A figure of a row: a number, also one written as text; undefined for everything else. */
export function figureOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const figure = Number(value);
  return Number.isFinite(figure) ? figure : undefined;
}
