/** A list option as a list: data that have not come yet are an empty one. */
export function listOf<Item>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? (value as Item[]) : [];
}
