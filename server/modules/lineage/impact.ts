import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { speaker, wordsOfArea } from '../../reader.ts';
import { usesOf } from '../data-mart/in-use.ts';
import { seeTable } from '../data-mart/rights.ts';
import type { FoundMaker } from './kinds.ts';
import { mostNodes } from './lineage.ts';
import { walk } from './walk.ts';

export interface Dependent {
  id: string;
  kind: string;
  name: string;
  target: string | null;
}
/** What depends on a table. */
export interface Impact {
  /** It is not deleted as long as these are there. */
  keeps: Dependent[];
  /** Something of that kind is there which the reader does not see. */
  keepsUnseen: boolean;
  /** These go on without it, and show nothing any more. */
  loses: Dependent[];
  losesUnseen: boolean;
  /** Tables behind those that are made of it, as far as the reader sees them. */
  further: Dependent[];
}

/** How far is looked for tables behind. */
const steps = 10;

/** What depends on a table, for who may change or delete it. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function impactOf(context: WordedContext, bizId: string): Promise<Impact> {
  const { db } = context;
  const reader = signedIn(context);
  const { table, rights } = await seeTable(db, reader, bizId);
  if (!rights.permissions.has('delete') && !rights.permissions.has('edit')) throw new ApiError('FORBIDDEN');
  const [say, word] = [speaker(context), wordsOfArea(context, (key) => key)];
  const uses = await usesOf(db, reader, table.id);
  const told = (some: readonly FoundMaker[]): Dependent[] =>
    some
      .filter(({ isSeen }) => isSeen)
      .map(({ key, kind, name, target }) => ({ id: key, kind, name: name === null ? word(`lineage.unnamed.${kind}`) : say(name), target }));
  const [keeps, loses] = [uses.filter((one) => one.keeps), uses.filter((one) => !one.keeps)];
  const isUnseen = (some: readonly FoundMaker[]) => some.some(({ isSeen }) => !isSeen);
  const { tables, places } = await walk(db, reader, table.id, { steps, most: mostNodes });
  const further = [...tables.values()].filter(({ key, isSeen }) => isSeen && places.get(key)?.side === 'down');
  return {
    ...{ keeps: told(keeps), keepsUnseen: isUnseen(keeps), loses: told(loses), losesUnseen: isUnseen(loses) },
    further: further.map(({ key, title, bizId: target }) => ({ id: key, kind: 'table', name: title, target })),
  };
}
