import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { entriesOf } from '../dictionaries/repository.ts';
import { type Cell, clockOf, inZone, workbook } from '../spreadsheets/workbook.ts';
import { type AccountAnswer, type AccountSelection, accountIds, accountsOf } from './repository.ts';

const atOnce = 500;
const mostRows = 100_000;

/** The users that fit as a workbook, written while they are read; who took them out stands in the operation log. @throws ApiError TOO_MANY_ROWS */
export async function exportAccounts(context: WordedContext, filter: AccountSelection): Promise<FileAnswer> {
  const { db } = context;
  const ids = await accountIds(db, filter);
  if (ids.length > mostRows) throw new ApiError('TOO_MANY_ROWS');
  const { say, timeZone } = readerOf(context);
  const word = wordsOf(context);
  const clock = clockOf(timeZone);
  const states = new Map((await entriesOf(db, ['sys_status'])).map(({ dictValue, dictLabel }) => [dictValue, say(dictLabel)]));
  const columns: { title: string; width: number; cell: (row: AccountAnswer) => Cell }[] = [
    { title: word('account.userCode'), width: 14, cell: ({ userCode }) => userCode },
    { title: word('account.username'), width: 20, cell: ({ username }) => username },
    { title: word('account.name'), width: 20, cell: ({ name }) => name },
    { title: word('account.nameEn'), width: 20, cell: ({ nameEn }) => nameEn },
    { title: word('account.department'), width: 24, cell: ({ departmentName }) => departmentName && say(departmentName) },
    { title: word('account.roles'), width: 40, cell: ({ roles }) => roles.map(({ roleName }) => say(roleName)).join(', ') },
    { title: word('common.status'), width: 12, cell: ({ status }) => states.get(status) ?? status },
    { title: word('account.secondFactor'), width: 12, cell: ({ secondFactor }) => word(secondFactor ? 'parameter.yes' : 'parameter.no') },
    { title: word('account.email'), width: 28, cell: ({ email }) => email },
    { title: word('account.phone'), width: 18, cell: ({ phone }) => phone },
    { title: inZone(word('account.lastLogin'), timeZone), width: 28, cell: ({ lastLoginTime: last }) => last && clock(last) },
    { title: inZone(word('common.createdAt'), timeZone), width: 28, cell: ({ createTime }) => clock(createTime) },
  ];
  const asked = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  await record(db, context, {
    action: 'user_export',
    targetType: 'user',
    actor: signedIn(context),
    detail: { count: ids.length, ...asked },
  });
  async function* rows(): AsyncGenerator<Cell[]> {
    for (let from = 0; from < ids.length; from += atOnce)
      for (const row of await accountsOf(db, ids.slice(from, from + atOnce))) yield columns.map(({ cell }) => cell(row));
  }
  const title = word('account.title');
  return workbook(title, [{ name: title, columns: columns.map(({ cell: _, ...column }) => column), rows: rows() }]);
}
