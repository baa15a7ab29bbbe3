import type { WordedContext } from '../../context.ts';
import { personName } from '../../database/values.ts';
import { speaker } from '../../reader.ts';
import { departmentNames } from './department-names.ts';
import { type ItemAnswer, type ItemFilter, itemLists, listItems } from './items.ts';

/** A paper with what the reader calls its person and its department; empty where it has none. */
export interface NamedItem extends ItemAnswer {
  personName: string;
  departmentName: string;
}

/** Papers as listItems gives them, named for the reader. */
export async function listNamedItems(
  context: WordedContext,
  ...wanted: [ItemFilter, { pageNo: number; pageSize: number }?]
): Promise<{ content: NamedItem[]; total: number }> {
  const { content, total } = await listItems(context, ...wanted);
  return { content: await named(context, content), total };
}

const listSize = 200;

/** All papers as itemLists gives them, named for the reader, one by one. */
export async function* eachNamedItem(context: WordedContext, filter: ItemFilter): AsyncGenerator<NamedItem> {
  for await (const items of itemLists(context, filter, listSize)) yield* await named(context, items);
}

async function named(context: WordedContext, items: readonly ItemAnswer[]): Promise<NamedItem[]> {
  const departmentOf = await departmentNames(context.db, speaker(context));
  const personOf = await personNames(context, items);
  return items.map((item) => ({
    ...item,
    personName: item.sendType === 0 ? personOf(item) : (item.outUserName ?? ''),
    departmentName: departmentOf(item.sendDepartment ?? ''),
  }));
}

/** Names of the users of papers. A paper keeps the name its user had; only who still has it is called as the reader calls people. */
async function personNames(context: WordedContext, items: readonly ItemAnswer[]): Promise<(item: ItemAnswer) => string> {
  const codes = [...new Set(items.flatMap(({ sapUserId }) => sapUserId ?? []))];
  const people = await context.db
    .selectFrom('app_user')
    .select(['user_code as code', 'name', 'name_en as nameEn'])
    .where('user_code', 'in', codes.length === 0 ? [''] : codes)
    .execute();
  const byCode = new Map(people.map((person) => [person.code, person]));
  const say = speaker(context);
  return ({ sapUserId, innerUserName }) => {
    const person = byCode.get(sapUserId ?? '');
    return person && person.name === innerUserName ? say(personName(person)) : (innerUserName ?? '');
  };
}
