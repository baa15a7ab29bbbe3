export type Lazy = (locals?: Record<string, unknown>) => unknown;

/** Result of an expression of one row, or its error: one bad row must not cost the others. */
export function attempt<Value>(read: () => Value): { value: Value } | { error: string } {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** Text of an optional expression of a row. */
export function lazyText(lazy: Lazy | undefined, locals: Record<string, unknown>): string | undefined {
  if (!lazy) return undefined;
  const result = attempt(() => lazy(locals));
  return 'value' in result && result.value !== undefined && result.value !== null && result.value !== '' ? String(result.value) : undefined;
}

/** An optional expression of a row as a yes or no; a failing one counts as `otherwise`. */
export function truth(lazy: Lazy | undefined, locals: Record<string, unknown>, otherwise: boolean): boolean {
  if (!lazy) return otherwise;
  const result = attempt(() => lazy(locals));
  return 'value' in result ? Boolean(result.value) : otherwise;
}
