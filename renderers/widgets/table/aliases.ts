/** Names of before, each with the present one. */
export type Aliases = Readonly<Record<string, string>>;

/** What a column, filter or order is called now. */
export const presentOf = (name: string, aliases: Aliases = {}): string => (Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name);

/** Values by present names; what stands under one counts before what stands under a former one. */
export function underPresentNames<Value>(values: Readonly<Record<string, Value>>, aliases: Aliases | undefined): Record<string, Value> {
  if (!aliases) return { ...values };
  const renamed = Object.entries(values).map(([name, value]) => [presentOf(name, aliases), value] as const);
  const own = Object.entries(values).filter(([name]) => presentOf(name, aliases) === name);
  return { ...Object.fromEntries(renamed), ...Object.fromEntries(own) };
}
