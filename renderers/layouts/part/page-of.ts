import type { PartOptions } from '../../../src/generated/options.ts';

/** Kebab-case, with / for folders: what leads out of the folder is no id. */
const idBelow = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/;

/**
 * The page a part shows; undefined as long as none is chosen.
 * @throws Error when neither `page` nor `folder` says where it is, or what is chosen is no id of a page below the folder
 */
export function pageOf({ page, folder, chosen }: Pick<PartOptions, 'page' | 'folder' | 'chosen'>): string | undefined {
  if (page !== undefined) return page;
  if (folder === undefined) throw new Error('a part needs "page", or "folder" with "chosen"');
  if (chosen === undefined || chosen === null || chosen === '') return undefined;
  if (!idBelow.test(chosen)) throw new Error(`"${chosen}" is no id of a page below ${folder}`);
  return `${folder}/${chosen}`;
}
