import { listAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { isReadable, type Project } from './project.ts';
import { saysElsewhere, unreferred } from './unused.ts';

/**
 * Whether the rows that lead to what a document belongs to stand in documents: those of an overlay once it has rows and something leads to each of its
 * pages, and the shipped ones where nothing lies over them. Rows of another back end, or of a database alone, show in pages nothing leads to.
 */
export function wholeMenus(project: Project): (document: Document) => boolean {
  const { documents } = project;
  const isOverlaid = documents.all.some(({ isOverlay }) => isOverlay);
  const lost = unreferred(project).filter(({ kind, isOverlay }) => kind === 'page' && isOverlay === isOverlaid);
  const pages = documents.of('page').filter(({ isOverlay }) => isOverlay === isOverlaid);
  // A page or two of the product are there for whoever needs them.
  const isWhole = isOverlaid ? lost.length === 0 : lost.every(saysElsewhere) && pages.filter(saysElsewhere).length * 2 < pages.length;
  const menus = documents.of('menu').filter(({ isOverlay }) => isOverlay === isOverlaid);
  const areKnown = menus.every(({ source }) => isReadable(source)) && menus.some(({ source }) => listAt(source.value, 'items').length > 0);
  const counts = isWhole && areKnown;
  return ({ isOverlay }) => counts && isOverlay === isOverlaid;
}
