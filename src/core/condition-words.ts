/** What conditions are written with, whoever reads them: groups of parts in each other, and comparisons. */
export const groupKinds = ['all', 'any', 'not'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** A comparison with a relative period: rows of the days it means at the time. */
export const within = 'within';

/** The kind of group a part is written as; none for a comparison. */
export function groupKindOf(part: object): GroupKind | undefined {
  return groupKinds.find((one) => Object.hasOwn(part, one));
}
