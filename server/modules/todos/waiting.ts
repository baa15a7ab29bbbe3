import type { WordedContext } from '../../context.ts';
import { readerOf } from '../../reader.ts';
import type { MenuAnswer } from '../identity/access.ts';
import { byUrgency, mostOfKind, type Others, otherWaiting, placed, placesFor, submittersOf } from './gather.ts';
import { askingMessages } from './messages.ts';
import { countWaitingRecords, describedRecords, waitingRecords } from './records.ts';
import { everything } from './sources.ts';

/** Everything that waits for the user, what is due first in front. */
export async function everythingWaiting(context: WordedContext) {
  const word = menuWords(context);
  const found = [...(await recordsByKind(context)), ...(await otherWaiting(context, everything, mostOfKind)), await messages(context)];
  const gathered = found.flatMap(({ items }) => items);
  const people = await submittersOf(context, gathered);
  const items = gathered.sort(byUrgency).map(({ place, from, source: _source, ...item }) => ({
    ...{ ...item, id: `${item.kind}-${item.id}`, from: people(from)?.name ?? null },
    ...{ module: place?.module.menuId ?? null, moduleName: place ? word(place.module) : null },
  }));
  const modules = new Map(
    items.flatMap(({ module, moduleName }) => (module === null || moduleName === null ? [] : [[module, moduleName]])),
  );
  return {
    items,
    total: found.reduce((sum, { total }) => sum + total, 0),
    counts: found.map(({ kind, total }) => ({ kind, total })),
    modules: [...modules].map(([value, label]) => ({ value, label })),
  };
}

async function recordsByKind(context: WordedContext): Promise<Others[]> {
  const [counts, own, asked] = await Promise.all([
    countWaitingRecords(context, everything),
    waitingRecords(context, { ...everything, whose: 'own' }, mostOfKind),
    waitingRecords(context, { ...everything, whose: 'asked' }, mostOfKind),
  ]);
  return [
    { kind: 'record', items: await describedRecords(context, own), total: counts.own },
    { kind: 'approval', items: await describedRecords(context, asked), total: counts.asked },
  ];
}

async function messages(context: WordedContext): Promise<Others> {
  const places = placesFor(context);
  const { items, total } = await askingMessages(context);
  return { kind: 'message', items: items.slice(0, mostOfKind).map((item) => placed(item, 'message', places, null)), total };
}

function menuWords(context: WordedContext): (menu: MenuAnswer) => string {
  const { say } = readerOf(context);
  const entry = (l: string, text: string | null) => (text === null || text === '' ? [] : [{ l, t: text }]);
  return ({ name, nameEn, nameHans, nameHant }) =>
    say([{ l: 'zh-Hans', t: nameHans ?? name, d: true }, ...entry('en', nameEn), ...entry('zh-Hant', nameHant)]);
}
