import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { sinceIn } from '../delegations/since.ts';
import { byUrgency, mostReached, otherWaiting, submittersOf } from './gather.ts';
import { countWaitingRecords, describedRecords, type WaitingRecord, waitingRecords } from './records.ts';
import type { Gathered, WaitingFilter } from './sources.ts';

/** The status of what waits; what does not is no to-do any more. */
export const open = '0';

interface Asked {
  mainSource?: string | undefined;
  source?: string | undefined;
  submitUserCode?: string | undefined;
  submitDate?: string | undefined;
  keyword?: string | undefined;
}

/**
 * What is asked for: `mainSource` is the id of an application, `source` a register or another kind. In delegate mode only what is done in the delegated
 * applications, and as old as the delegation allows (DELEG-02, DELEG-05): its menus and permissions are narrowed to them already.
 */
export function filterOf(context: WordedContext, { mainSource, source, submitUserCode, submitDate, keyword = '' }: Asked): WaitingFilter {
  const { agent } = signedIn(context);
  const given = (text: string | undefined) => (text === '' ? undefined : text);
  const wanted = given(mainSource);
  return {
    hasPlace: (place) => (wanted === undefined ? !agent || place?.application != null : place?.application === wanted),
    source: given(source),
    keyword: keyword.trim(),
    submitUserCode: given(submitUserCode),
    submitDate: given(submitDate)?.slice(0, 10),
    since: agent && ((place) => sinceIn(agent, place?.menuId)),
  };
}

const isFound = (item: WaitingRecord | Gathered): item is WaitingRecord => 'isOwn' in item;

/** How many to-dos there are (API-29). */
export async function countTodos(context: WordedContext, filter: WaitingFilter): Promise<number> {
  const [others, { own, asked }] = await Promise.all([otherWaiting(context, filter, 1), countWaitingRecords(context, filter)]);
  return others.reduce((sum, { total }) => sum + total, own + asked);
}

/** A page of to-dos, those due first in front, and how many pages lead to (API-28). */
export async function pageOfTodos(context: WordedContext, filter: WaitingFilter, { current, size }: { current: number; size: number }) {
  const [others, { own, asked }, records] = await Promise.all([
    otherWaiting(context, filter, current * size),
    countWaitingRecords(context, filter),
    waitingRecords(context, filter, current * size),
  ]);
  const all = [...records, ...others.flatMap(({ items }) => items)].sort(byUrgency);
  const onPage = all.slice((current - 1) * size, current * size);
  const described = await describedRecords(context, onPage.filter(isFound));
  // Of what is not shown nobody needs to know more than where it stands.
  const shown = [...described, ...onPage.flatMap((item) => (isFound(item) ? [] : item))].sort(byUrgency);
  const people = await submittersOf(context, shown);
  const content = shown.map(({ id, kind, source, title, detail, url, place, from, time, dueDate }) => ({
    ...{ id: `${kind}-${id}`, mainSource: place?.application ?? '', source, title, detail, url, taskStatus: open },
    ...{ submitUserCode: people(from)?.code ?? null, submitUserName: people(from)?.name ?? null, submitDate: time, dueDate },
  }));
  return { content, total: others.reduce((sum, { total }) => sum + Math.min(total, mostReached), own + asked), current, size };
}
