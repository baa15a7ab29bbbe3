import { fieldOfMany } from './derived-form.ts';
import { dangerLast, either, moveName, type Part, quoted, spoken, windowOf } from './derived-words.ts';
import type { RegisterDocument, RegisterField, RegisterMove } from './document.ts';
import { isChanged, movePermission, opensWindow } from './reading.ts';

/** Records one call changes at most: what its contract takes. */
const mostAtOnce = 200;

/** The selected records that can be deleted, and those a move can be made with, as expressions. */
const removable = "where(selected, 'removable', true)";
const movable = ({ name }: RegisterMove): string => `whereHas(selected, 'moves', ${quoted(name)})`;

const editable = "where(selected, 'editable', true)";

/** Whether there is anything that is done with several records at once. */
export const changesMany = (document: RegisterDocument): boolean =>
  (document.moves ?? []).length > 0 || document.permissions.remove !== undefined || settable(document).length > 0;

/** The fields several records can be given one value of. */
function settable({ fields, permissions }: RegisterDocument): RegisterField[] {
  if (permissions.edit === undefined) return [];
  return fields.filter((field) => isChanged(field) && field.type !== 'files' && !field.unique);
}

/** The right a field asks for besides that to edit records, as an expression; undefined where it asks for none. */
const rightOf = ({ permission }: RegisterField): string | undefined =>
  typeof permission === 'string' ? `can(${quoted(permission)})` : undefined;

/** Whether there is a field that whoever looks may change, as an expression; undefined where everybody who edits may change one. */
function somethingToSet(fields: readonly RegisterField[]): string | undefined {
  const rights = fields.map(rightOf);
  return rights.every((right) => right !== undefined) ? [...new Set(rights)].join(' || ') : undefined;
}

/** The choice of each field for whoever may change it: written out, or as an expression where some ask for a right of their own. */
function choicesOf(fields: readonly RegisterField[]): unknown {
  if (fields.every((field) => rightOf(field) === undefined)) return fields.map(({ name, label }) => ({ value: name, label }));
  const offered = fields.map((field) => {
    const choice = `[{value: ${quoted(field.name)}, label: ${spoken(field.label)}}]`;
    const right = rightOf(field);
    return right === undefined ? choice : `${right} ? ${choice} : []`;
  });
  return `{{ flat([${offered.join(', ')}]) }}`;
}

/** What can be done with several records at once: the moves some of them allow, and deleting. A move that asks for something opens a window. */
export function bulkActions(document: RegisterDocument): Part[] {
  const { moves = [], permissions } = document;
  const actions = moves.map((move): Part => {
    const { name, label, danger } = move;
    const records = movable(move);
    const said = `move: ${spoken(label)}, count: len(${records})`;
    const title = `{{ t('register.moveManyTitle', {${said}}) }}`;
    return {
      ...{ text: label, permission: movePermission(document, move), when: `{{ !isEmpty(${records}) }}` },
      ...(danger && { danger }),
      ...(!opensWindow(move) && { confirm: `{{ t('register.confirmMoveMany', {${said}, all: count}) }}` }),
      onClick: opensWindow(move)
        ? [{ open: windowOf(move), with: { records: `{{ ${records} }}`, move: name, title } }]
        : moveName(move, 'moveAll'),
    };
  });
  const open = [{ open: 'changer', with: { records: `{{ ${editable} }}` } }];
  const fields = settable(document);
  const right = somethingToSet(fields);
  const when = `{{ !isEmpty(${editable})${right === undefined ? '' : ` && (${right})`} }}`;
  if (fields.length > 0) actions.push({ text: 'register.changeField', permission: permissions.edit, when, onClick: open });
  const confirm = `{{ t('register.confirmRemoveMany', {count: len(${removable})}) }}`;
  const remove = { text: 'common.delete', danger: true, permission: permissions.remove, when: `{{ !isEmpty(${removable}) }}`, confirm };
  if (permissions.remove !== undefined) actions.push({ ...remove, onClick: 'removeAll' });
  return dangerLast(actions);
}

/** The actions of the page behind them; `lists` select the records, `afterwards` whatever came of it. */
export function manyActions(
  id: string,
  document: RegisterDocument,
  lists: readonly string[],
  afterwards: readonly Part[],
): Record<string, Part> {
  const { moves = [], permissions } = document;
  const made = moves
    .filter((move) => !opensWindow(move))
    .map((move) => [moveName(move, 'moveAll'), { steps: moveMany(id, movable(move), { move: move.name }, lists), finally: afterwards }]);
  const remove = {
    steps: changeMany('register.removeMany', 'register.removedMany', removable, { register: id }, lists),
    finally: afterwards,
  };
  const given = { register: id, field: '{{ change.values.key }}', value: '{{ change.values[change.values.key] }}' };
  const set = { steps: changeMany('register.setMany', 'register.doneMany', 'changer.with.records', given, lists), finally: afterwards };
  return {
    ...Object.fromEntries(made),
    ...(settable(document).length > 0 && { changeField: set }),
    ...(moves.length > 0 && { moveAgain: { steps: changeAgain('register.moveMany', lists), finally: afterwards } }),
    ...(settable(document).length > 0 && { setAgain: { steps: changeAgain('register.setMany', lists), finally: afterwards } }),
    ...(permissions.remove !== undefined && { removeAll: remove }),
  };
}

/** Makes a move with several records: `records` is an expression for them, `rest` says which move, and why. */
export function moveMany(id: string, records: string, rest: Part, lists: readonly string[]): Part[] {
  return changeMany('register.moveMany', 'register.doneMany', records, { register: id, ...rest }, lists);
}

/**
 * Changes several records, as they were seen; those that stay as they are are told with the reason, and stay selected in `lists`. `text` says how
 * many were changed.
 */
function changeMany(call: string, text: string, records: string, body: Part, lists: readonly string[]): Part[] {
  // Deleting is not tried again from the window: nobody deletes what they have not seen, and what is gone does not come back.
  const again = call === 'register.removeMany' ? {} : { again: body };
  return [
    { require: `{{ len(${records}) <= ${mostAtOnce} }}`, message: 'register.tooManySelected' },
    { call, body: { ...body, records: `{{ pick(${records}, ['id', 'version']) }}` }, as: 'result' },
    ...told(text, lists),
    either('!isEmpty(result.refused)', [{ open: 'refusals', with: { records: '{{ result.refused }}', ...again } }]),
  ];
}

/** What was done, and what stays selected of those that `stayed` as they were. */
const told = (text: string, lists: readonly string[], stayed = 'result.refused'): Part[] => [
  ...lists.map((list) => selectRefused(list, stayed)),
  either('result.count > 0', [{ notify: `{{ t('${text}', {count: result.count}) }}` }]),
];

/** Records others changed since they were seen, which have a version to be tried again with, such as those that were selected on a page of before. */
const changedSince = "whereNot(refusals.with.records ?? [], 'version', null)";

/** Those that stay for another reason, and what is refused of the others once they were tried again. */
const stillRefused = "flat([where(refusals.with.records ?? [], 'version', null), result.refused])";

/** The same, with what was typed for it, once more with the records others changed, as they are now; the rest stays told and selected. */
function changeAgain(call: string, lists: readonly string[]): Part[] {
  return [
    { call, body: `{{ merge(refusals.with.again, {records: pick(${changedSince}, ['id', 'version'])}) }}`, as: 'result' },
    ...told('register.doneMany', lists, stillRefused),
    either(
      `isEmpty(${stillRefused})`,
      [{ close: 'refusals' }],
      [{ open: 'refusals', with: { records: `{{ ${stillRefused} }}`, again: '{{ refusals.with.again }}' } }],
    ),
  ];
}

/**
 * In a list, where it is shown, only what was refused of its own selection is selected from now on: not what is gone, which has no code, and
 * nothing of another page, which would be tried again as it was seen there before.
 */
const selectRefused = (list: string, stayed: string): Part => {
  const refused = `whereIn(whereNot(${stayed}, 'code', ''), 'id', ${list}.selectedKeys)`;
  const kept = `{{ pluck(whereIn(${refused}, 'id', pluck(${list}.rows, 'id')), 'id') }}`;
  return either(`!isEmpty(${list}.selectedKeys)`, [{ set: { [`${list}.selectedKeys`]: kept } }]);
};

/** The window in which several records are given one value of a field. */
export function changer(id: string, document: RegisterDocument): Part[] {
  const fields = settable(document);
  if (fields.length === 0) return [];
  const which = {
    ...{ widget: 'select', name: 'key', label: 'register.field', required: true },
    options: choicesOf(fields),
  };
  // What is chosen now is another value in each of them.
  const values = fields.map((field) => ({ ...fieldOfMany(id, document, field), when: `{{ change.values.key == ${quoted(field.name)} }}` }));
  const optional = fields.filter(({ required }) => !required).map(({ name }) => quoted(name));
  const hint = {
    ...{ widget: 'text', tone: 'muted', text: 'register.emptiesField' },
    when: `{{ contains([${optional.join(', ')}], change.values.key ?? '') }}`,
  };
  return [
    {
      ...{ widget: 'dialog', name: 'changer', width: 560, submit: 'change', okText: 'common.save' },
      title: "{{ t('register.changeFieldTitle', {count: len(changer.with.records ?? [])}) }}",
      body: [
        { widget: 'form', name: 'change', initial: {}, guard: true, fields: [which, ...values], onSubmit: 'changeField' },
        ...(optional.length > 0 ? [hint] : []),
      ],
    },
  ];
}

/** The window that tells which of several records stay as they are, and why; those others changed are shown as they are now, and tried again. */
export function refusals(id: string, document: RegisterDocument): Part {
  const [moves, sets] = [(document.moves ?? []).length > 0, settable(document).length > 0];
  const both = [either('!isEmpty(refusals.with.again.move)', [{ run: 'moveAgain' }], [{ run: 'setAgain' }])];
  const again = {
    ...{ widget: 'button', text: `{{ t('register.tryChanged', {count: len(${changedSince})}) }}`, icon: 'reload' },
    when: `{{ !isEmpty(refusals.with.again) && !isEmpty(${changedSince}) }}`,
    onClick: moves && sets ? both : [{ run: moves ? 'moveAgain' : 'setAgain' }],
  };
  const look = [
    { call: 'register.get', with: { register: id, id: '{{ row.id }}' }, as: 'record' },
    { open: 'detail', with: { record: '{{ record }}' } },
  ];
  return {
    ...{ widget: 'dialog', name: 'refusals', width: 640, hideFooter: true },
    title: "{{ t('register.refusedTitle', {count: len(refusals.with.records ?? [])}) }}",
    body: [
      {
        ...{ widget: 'stack', gap: 'small' },
        body: [
          { widget: 'text', tone: 'muted', text: 'register.refusedSelected' },
          {
            ...{ widget: 'table', name: 'refused', title: 'register.refusedWhy', rowKey: 'id', paging: 'client', density: 'compact' },
            rows: '{{ refusals.with.records ?? [] }}',
            columns: [
              { name: 'code', title: 'register.code', width: 140, format: 'link', onClick: look },
              { name: 'message', title: 'register.refusedWhy', minWidth: 240 },
            ],
          },
          ...(moves || sets ? [again] : []),
        ],
      },
    ],
  };
}
