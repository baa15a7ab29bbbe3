import type { Document } from '../read/documents.ts';

/**
 * Whether a shipped document reads one that an overlay wrote or amended. It was right with the one that was shipped and nobody mends it in an overlay: what
 * that one lacks is nothing it is refused for.
 */
export function isOverlaid(read: Document | undefined, reader: Pick<Document, 'isOverlay'>): boolean {
  return read?.isOverlay === true && !reader.isOverlay;
}
