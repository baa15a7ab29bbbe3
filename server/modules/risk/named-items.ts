import type { WordedContext } from '../../context.ts';
import { speaker } from '../../reader.ts';
import { namesOfCodes } from '../users/names.ts';
import { departmentNames, type NameDepartment } from './department-names.ts';
import { type ItemAnswer, type ItemFilter, itemLists, listItems } from './items.ts';
import { kindNames } from './kinds.ts';
import type { Paper } from './papers.ts';

/** What the reader calls the person and the department of a paper, empty where it has none, and what it asks for. */
interface Names {
  personName: string;
  departmentName: string;
  kindName: string;
}
export interface NamedItem extends ItemAnswer, Names {}

/** Papers as listItems gives them, named for the reader. */
export async function listNamedItems(
  context: WordedContext,
  ...wanted: [ItemFilter, { pageNo: number; pageSize: number }?]
): Promise<{ content: NamedItem[]; total: number }> {
  const { content, total } = await listItems(context, ...wanted);
  return { content: await named(context, content), total };
}

const listSize = 200;

/** All papers as itemLists gives them, named for the reader. */
export async function* namedItemLists(context: WordedContext, filter: ItemFilter): AsyncGenerator<NamedItem[]> {
  const departmentOf = await departmentNames(context.db, speaker(context));
  for await (const items of itemLists(context, filter, listSize)) yield await named(context, items, departmentOf);
}

/** The same papers one by one. */
export async function* eachNamedItem(context: WordedContext, filter: ItemFilter): AsyncGenerator<NamedItem> {
  for await (const items of namedItemLists(context, filter)) yield* items;
}

/** What papers keep of whom they were sent to, and of what they ask for. */
type Kept = Pick<ItemAnswer, 'sendType' | 'sapUserId' | 'innerUserName' | 'outUserName' | 'sendDepartment' | 'statement' | 'questionnaire'>;

/** The names of one paper. */
export async function namesOf(
  context: WordedContext,
  { userCode, ...paper }: Omit<Kept, 'sapUserId'> & Pick<Paper, 'userCode'>,
): Promise<Names> {
  const [{ personName = '', departmentName = '', kindName = '' } = {}] = await named(context, [{ ...paper, sapUserId: userCode }]);
  return { personName, departmentName, kindName };
}

async function named<Item extends Kept>(context: WordedContext, items: readonly Item[], known?: NameDepartment): Promise<(Item & Names)[]> {
  const departmentOf = known ?? (await departmentNames(context.db, speaker(context)));
  // A paper keeps the name its user had.
  const keptBy = ({ sapUserId, innerUserName }: Kept) => ({ code: sapUserId ?? null, name: innerUserName ?? null });
  const personOf = await namesOfCodes(context, items.map(keptBy));
  const kindOf = kindNames(context);
  return items.map((item) => ({
    ...item,
    personName: (item.sendType === 0 ? personOf(keptBy(item)) : item.outUserName) ?? '',
    departmentName: departmentOf(item.sendDepartment ?? ''),
    kindName: kindOf(item),
  }));
}
