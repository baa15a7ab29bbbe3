import type { FieldType } from '../../data-engine/index.ts';

/** Why nothing was read of a source. The texts are those of `feed.failure` in schemas/locales; `detail` is what the other side says, `what` in the texts. */
export type FeedFault = 'unreachable' | 'refused' | 'late' | 'noRelation' | 'tooLarge' | 'unreadable' | 'noRows';
export class FeedError extends Error {
  readonly fault: FeedFault;
  readonly detail: string;
  constructor(fault: FeedFault, detail = '', options?: ErrorOptions) {
    super(fault, options);
    this.fault = fault;
    this.detail = detail.slice(0, 200);
  }
}

/** What is read of a source: how it calls its columns, and its rows. */
export interface Reading {
  headings: readonly Heading[];
  /** Some rows at a time, with a text for every column, empty where there is none. */
  rows: AsyncIterable<readonly string[][]>;
}
export interface Heading {
  name: string;
  /** Where the source knows it. Otherwise it is told from the texts. */
  fieldType: FieldType | undefined;
}

/** What is done with a reading, and when it is to end. `timeZone`: in which moments are written. */
export interface ReadingTerms {
  signal: AbortSignal;
  timeZone: string;
}

export const mostColumns = 100;
/** Most characters of what a column is called. */
const longestName = 200;

/** What columns are called, each differently: of those of one name the later ones are numbered, and one without a name has its place for one. */
export function distinctNames(headings: readonly Pick<Heading, 'name'>[]): string[] {
  const taken = new Set<string>();
  return headings.map(({ name }, index) => {
    const own = name || `#${index + 1}`;
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? '' : ` (${number})`;
      const told = `${own.slice(0, longestName - end.length)}${end}`;
      if (taken.has(told)) continue;
      taken.add(told);
      return told;
    }
  });
}
