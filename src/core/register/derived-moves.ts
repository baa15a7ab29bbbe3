import { askedField } from './derived-form.ts';
import { moveMany } from './derived-many.ts';
import { shownValue } from './derived-value.ts';
import { done, either, moveName, type Part, quoted, sharedWindow, spoken, windowOf } from './derived-words.ts';
import type { RegisterDocument, RegisterMove } from './document.ts';
import { asksOf, hasOwnWindow, opensWindow } from './reading.ts';

/** A move that asks for something opens a window, another one is made at once. */
export function moveAction(move: RegisterMove): Part {
  const { name, label, danger } = move;
  const open = [{ open: windowOf(move), with: { record: '{{ row }}', move: name, title: `{{ ${spoken(label)} + ' · ' + row.code }}` } }];
  return {
    text: label,
    when: `{{ contains(row.moves, ${quoted(name)}) }}`,
    ...(danger && { danger }),
    ...(!opensWindow(move) && { confirm: `{{ t('register.confirmMove', {move: ${spoken(label)}, name: row.code}) }}` }),
    onClick: opensWindow(move) ? open : moveName(move),
  };
}

/** The actions of the page behind the moves; `lists` of it select records; `afterwards` whatever came of it. */
export function moveActions(
  id: string,
  { moves = [] }: RegisterDocument,
  lists: readonly string[],
  afterwards: readonly Part[],
): Record<string, Part> {
  const own = moves
    .filter((move) => hasOwnWindow(move) || !opensWindow(move))
    .map((move) => [
      moveName(move),
      hasOwnWindow(move)
        ? { steps: moveAsAsked(id, move, lists), onError: lookAgain(id, lists, windowOf(move), formOf(move)), finally: afterwards }
        : { steps: moveAtOnce(id, move), finally: afterwards },
    ]);
  const reasoned = { steps: moveWithReason(id, moves, lists), onError: lookAgain(id, lists, sharedWindow, 'reason'), finally: afterwards };
  return { ...Object.fromEntries(own), ...(isShared({ moves }) && { move: reasoned }) };
}

const isShared = ({ moves = [] }: Pick<RegisterDocument, 'moves'>): boolean =>
  moves.some((move) => opensWindow(move) && !hasOwnWindow(move));

/** The windows moves ask in; `isOfMany`: whether they are opened for several records, too. */
export function moveWindows(id: string, document: RegisterDocument, isOfMany: boolean): Part[] {
  const asking = (document.moves ?? []).filter(hasOwnWindow);
  return [...(isShared(document) ? [reasonWindow] : []), ...asking.map((move) => askWindow(id, document, move, isOfMany))];
}

/** Reads the row it is pressed in. */
function moveAtOnce(id: string, move: RegisterMove): Part[] {
  const body = { register: id, id: '{{ row.id }}', version: '{{ row.version }}', move: move.name };
  return moveOne(body, move.makes !== undefined);
}

/** With the record its window was opened for, or with those that were selected in a list. */
function moveWithReason(id: string, moves: readonly RegisterMove[], lists: readonly string[]): Part[] {
  const mayMake = moves.some((move) => move.makes && windowOf(move) === sharedWindow);
  const how = { move: `{{ ${sharedWindow}.with.move }}`, reason: '{{ reason.values.reason }}' };
  return oneOrMany(id, lists, { window: sharedWindow, form: 'reason', how, mayMake });
}

function moveAsAsked(id: string, move: RegisterMove, lists: readonly string[]): Part[] {
  const window = windowOf(move);
  const form = formOf(move);
  const how = {
    move: move.name,
    ...(move.reason && { reason: `{{ ${form}.values.moveReason }}` }),
    ...(move.asks && { values: `{{ pick(${form}.values, [${asksOf(move).map(({ field }) => quoted(field))}]) }}` }),
  };
  return oneOrMany(id, lists, { window, form, how, mayMake: move.makes !== undefined });
}

/** Of the record that was shown anew as somebody else had changed it. */
const seenAgain = 'seenAgain';

/** What windows of moves keep. */
export const movesState = (document: RegisterDocument): Part =>
  (document.moves ?? []).some(opensWindow) ? { [seenAgain]: { initial: { id: '', version: 0 } } } : {};

/**
 * Nobody decides on what changed behind their window: the record is shown as it is now, and what was typed stays. Whoever presses again goes on with that.
 */
function lookAgain(id: string, lists: readonly string[], window: string, form: string): Part[] {
  const show = [
    { call: 'register.get', with: { register: id, id: `{{ ${form}.values.id }}` }, as: 'now' },
    { set: { [`state.${seenAgain}`]: { id: '{{ now.id }}', version: '{{ now.version }}' } } },
    { open: 'detail', with: { record: '{{ now }}' } },
    { notify: 'register.changedMeanwhile', level: 'warning' },
  ];
  const isOne = lists.length > 0 ? ` && isEmpty(${window}.with.records)` : '';
  return [either(`error.code == 'CONFLICT'${isOne}`, show, [{ fail: '{{ error }}' }])];
}

/** What stands in a window of moves. */
interface Asked {
  window: string;
  form: string;
  how: Part;
  mayMake: boolean;
}

function oneOrMany(id: string, lists: readonly string[], { window, form, how, mayMake }: Asked): Part[] {
  const seen = `state.${seenAgain}.id == ${form}.values.id ? max(state.${seenAgain}.version, ${form}.values.version) : ${form}.values.version`;
  const one = moveOne({ register: id, id: `{{ ${form}.values.id }}`, version: `{{ ${seen} }}`, ...how }, mayMake);
  const many = moveMany(id, `${window}.with.records`, how, lists);
  return lists.length > 0 ? [either(`isEmpty(${window}.with.records)`, one, many)] : one;
}

/** Moves one record, and shows the one the move made elsewhere where it may make some. */
function moveOne(body: Part, mayMake: boolean): Part[] {
  if (!mayMake) return [{ call: 'register.move', body }, ...done('common.saved')];
  const shown = { page: "{{ moved.made.register + '/record' }}", id: '{{ moved.made.id }}', title: '{{ moved.made.code }}' };
  const made = [{ notify: "{{ t('register.madeRecord', {code: moved.made.code}) }}" }, { open: 'other', with: shown }];
  return [{ call: 'register.move', body, as: 'moved' }, ...done(), either('!isEmpty(moved.made)', made, [{ notify: 'common.saved' }])];
}

const reason: Part = {
  ...{ widget: 'text-area', label: 'register.reason', required: true, rules: ['visible-text'] },
  ...{ maxLength: 500, rows: 4 },
};

const reasonWindow: Part = {
  ...{ widget: 'dialog', name: sharedWindow, title: `{{ ${sharedWindow}.with.title }}`, width: 560, submit: 'reason' },
  body: [
    {
      ...{ widget: 'form', name: 'reason', initial: `{{ pick(${sharedWindow}.with.record ?? {}, ['id', 'version']) }}`, guard: true },
      fields: [{ ...reason, name: 'reason' }],
      onSubmit: 'move',
    },
  ],
};

const formOf = (move: RegisterMove): string => `${windowOf(move)}Form`;

/** The window of a move that asks for fields of its record or shows some; of several records they are given one value. */
function askWindow(id: string, document: RegisterDocument, move: RegisterMove, isOfMany: boolean): Part {
  const window = windowOf(move);
  const asks = asksOf(move);
  const fields = asks.flatMap(({ field: name, required }) => {
    const field = document.fields.find((one) => one.name === name);
    if (!field) return [];
    if (!isOfMany) return [askedField(id, document, { ...field, required }, window)];
    const { required: _, ...part } = askedField(id, document, field, window);
    const records = `${window}.with.records`;
    const isOne = `{{ isEmpty(${records}) }}`;
    // What is left empty stays as it is in each: where all lack it, none could be moved.
    const allLack = `{{ len(whereIn(${records} ?? [], 'values.${name}', [null, ''])) == len(${records} ?? []) }}`;
    // A file belongs to one record.
    return [{ ...part, ...(required && { required: allLack }), ...(field.type === 'files' && { when: isOne }) }];
  });
  const names = asks.map(({ field }) => quoted(field)).join(', ');
  const record = `${window}.with.record`;
  return {
    ...{ widget: 'dialog', name: window, title: `{{ ${window}.with.title }}`, width: 640, submit: formOf(move), okText: move.label },
    body: apart([
      ...(move.shows ? [shownFields(document, move.shows, record, isOfMany ? `isEmpty(${window}.with.records)` : undefined)] : []),
      {
        ...{ widget: 'form', name: formOf(move), guard: true, onSubmit: moveName(move) },
        initial: `{{ isEmpty(${record}) ? {} : merge(pick(${record}.values, [${names}]), pick(${record}, ['id', 'version'])) }}`,
        fields: [...fields, ...(move.reason ? [{ ...reason, name: 'moveReason' }] : [])],
      },
      ...(isOfMany ? [{ ...emptyStays, when: `{{ !isEmpty(${window}.with.records) }}` }] : []),
    ]),
  };
}

/** What stands below each other in a window. */
const apart = (body: readonly Part[]): readonly Part[] => (body.length > 1 ? [{ widget: 'stack', gap: 'medium', body }] : body);

/** What is decided by, above what is asked for; not of several records at once, each of which has its own. */
function shownFields({ fields }: RegisterDocument, names: readonly string[], record: string, isOne: string | undefined): Part {
  const shown = names.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const items = shown.map((field) => ({
    ...{ label: field.label, ...shownValue(field, record) },
    ...(field.hideEmpty && { visible: `{{ !isEmpty(${record}.values.${field.name}) }}` }),
  }));
  return { widget: 'descriptions', columns: 1, look: 'bordered', items, ...(isOne !== undefined && { when: `{{ ${isOne} }}` }) };
}

const emptyStays: Part = { widget: 'text', tone: 'muted', text: 'register.emptyStays' };
