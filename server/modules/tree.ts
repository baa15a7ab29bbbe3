/** A row with the rows below it. */
export type Nested<Row> = Row & { children?: Nested<Row>[] };

/** Flat rows as a tree, siblings in the order given. A row whose parent is missing, or that stands under itself, stands at the top. */
export function toTree<Row extends object>(
  rows: readonly Row[],
  { id, parent }: { id: (row: Row) => string; parent: (row: Row) => string | null },
): Nested<Row>[] {
  const byId = new Map(rows.map((row) => [id(row), { ...row } as Nested<Row>]));
  const parentOf = (row: Row): Nested<Row> | undefined => byId.get(parent(row) ?? '');
  const isInCircle = (row: Row): boolean => {
    const seen = new Set<string>();
    for (let above = parentOf(row); above && !seen.has(id(above)); above = parentOf(above)) {
      if (id(above) === id(row)) return true;
      seen.add(id(above));
    }
    return false;
  };
  const roots: Nested<Row>[] = [];
  for (const row of byId.values()) {
    const above = parentOf(row);
    if (!above || isInCircle(row)) roots.push(row);
    else {
      above.children ??= [];
      above.children.push(row);
    }
  }
  return roots;
}

/** The rows that fit with everything above them; below a row that fits only what fits too, or all of it when nothing there does. */
export function searchTree<Row extends object>(rows: readonly Nested<Row>[], fits: (row: Row) => boolean): Nested<Row>[] {
  return rows.flatMap((row) => {
    const children = searchTree<Row>(row.children ?? [], fits);
    if (children.length > 0) return [{ ...row, children }];
    return fits(row) ? [row] : [];
  });
}
