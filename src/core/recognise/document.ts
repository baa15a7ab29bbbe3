import { PatternError } from '../rule-set/pattern.ts';
import type { LocalizedText } from '../types.ts';
import type { CheckName } from './checks.ts';
import { emptyFits, type Neighbours, scanner } from './scan.ts';
import type { ValueName } from './values.ts';

/** What is recognised in texts as one kind, such as amounts (schemas/meta/recogniser.schema.json). */
export interface RecogniserDocument {
  version: 1;
  description?: string;
  name: LocalizedText & { en: string };
  /** Place in lists; where two kinds claim the same signs and both are checked, or neither, the lower one has them. Default 100. */
  order?: number;
  patterns: readonly string[];
  /** What may not stand beside it: word (default) letters and digits of Latin script, number also digits behind a point or comma, none nothing. */
  neighbours?: Neighbours;
  /** Most signs of one place. Default 100. */
  longest?: number;
  /** Texts that are taken off the beginning, again and again. */
  leading?: readonly string[];
  /** How the value is written. Default text: as it stands, without space around. */
  value?: ValueName;
  check?: CheckName;
  /** What becomes of a place that fails the check. Default shown. */
  failed?: 'shown' | 'left-out';
  tone?: 'primary' | 'success' | 'warning' | 'danger' | 'neutral';
}

const patternLength = 1_000;

/** What the meta-schema cannot say: patterns that cannot be read, are too large or fit nothing at all. */
export function recogniserFaults({ patterns, neighbours = 'word' }: Pick<RecogniserDocument, 'patterns' | 'neighbours'>): {
  pointer: string;
  message: string;
}[] {
  return patterns.flatMap((pattern, index) => {
    const pointer = `/patterns/${index}`;
    try {
      const message = 'the pattern fits where nothing stands';
      return emptyFits(scanner(pattern, { neighbours, longest: 1 })) ? [{ pointer, message }] : [];
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      const reasons = {
        patternLong: `the pattern has more than ${patternLength} signs`,
        patternLarge: 'the pattern has too many steps: fewer or shorter repetitions',
        patternSyntax: `the pattern cannot be read at sign ${error.position}`,
      };
      return [{ pointer, message: reasons[error.kind] }];
    }
  });
}
