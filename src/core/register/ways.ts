import { liveFields, readIn, wholePathsOf } from './computed.ts';
import type { RegisterDocument } from './document.ts';

/** A way to other records an expression goes. */
export interface WayRead {
  /** A field of the type record. */
  way: string;
  /** Whether what points at the record it names is counted. */
  isCounted: boolean;
}

/**
 * The ways to other records an expression goes. What it counts of the record itself needs none. `find` knows nothing of a register there is not.
 */
export function waysRead(
  document: RegisterDocument,
  expression: string,
  find: (register: string) => RegisterDocument | undefined,
): WayRead[] {
  const { fields } = document;
  const live = liveFields(document);
  return wholePathsOf(expression).flatMap((path): WayRead[] => {
    const { root, field, name } = readIn(path);
    const read = fields.find((one) => one.name === field);
    if (root === 'values') {
      const through = read?.over?.through;
      if (through !== undefined) return [{ way: through, isCounted: true }];
      // Computed of figures, or by a name that is computed: it may lead over any way.
      const isAny = field === undefined ? live.size > 0 : read?.value !== undefined && live.has(field);
      return isAny ? everyWay(document) : [];
    }
    if (root !== 'records') return [];
    if (field === undefined) return everyWay(document);
    const other = read?.register === undefined ? undefined : find(read.register);
    const counted = other ? liveFields(other) : new Set<string>();
    return [{ way: field, isCounted: name === undefined ? counted.size > 0 : counted.has(name) }];
  });
}

const everyWay = ({ fields }: RegisterDocument): WayRead[] =>
  fields.filter(({ type }) => type === 'record').map(({ name }) => ({ way: name, isCounted: true }));
