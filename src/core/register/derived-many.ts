import { either, moveName, type Part, quoted, spoken } from './derived-words.ts';
import { movePermission, type RegisterDocument, type RegisterMove } from './document.ts';

/** Records one call changes at most: what its contract takes. */
const mostAtOnce = 200;

/** The selected records that can be deleted, and those a move can be made with, as expressions. */
const removable = "where(selected, 'removable', true)";
const movable = ({ name }: RegisterMove): string => `whereHas(selected, 'moves', ${quoted(name)})`;

/** Whether there is anything that is done with several records at once. */
export const changesMany = ({ moves = [], permissions }: RegisterDocument): boolean => moves.length > 0 || permissions.remove !== undefined;

/** What can be done with several records at once: the moves some of them allow, and deleting. A move that asks for a reason opens a window. */
export function bulkActions(document: RegisterDocument): Part[] {
  const { moves = [], permissions } = document;
  const made = moves.map((move): Part => {
    const { name, label, reason, danger } = move;
    const records = movable(move);
    const said = `move: ${spoken(label)}, count: len(${records})`;
    const title = `{{ t('register.moveManyTitle', {${said}}) }}`;
    return {
      ...{ text: label, permission: movePermission(document, move), when: `{{ !isEmpty(${records}) }}` },
      ...(danger && { danger }),
      ...(!reason && { confirm: `{{ t('register.confirmMoveMany', {${said}, all: count}) }}` }),
      onClick: reason ? [{ open: 'mover', with: { records: `{{ ${records} }}`, move: name, title } }] : moveName(move, 'moveAll'),
    };
  });
  if (permissions.remove === undefined) return made;
  const confirm = `{{ t('register.confirmRemoveMany', {count: len(${removable})}) }}`;
  const remove = { text: 'common.delete', danger: true, permission: permissions.remove, when: `{{ !isEmpty(${removable}) }}`, confirm };
  return [...made, { ...remove, onClick: 'removeAll' }];
}

/** The actions of the page behind them; `afterwards` whatever came of it. */
export function manyActions(id: string, { moves = [], permissions }: RegisterDocument, afterwards: readonly Part[]): Record<string, Part> {
  const made = moves
    .filter(({ reason }) => !reason)
    .map((move) => [moveName(move, 'moveAll'), { steps: moveMany(id, movable(move), { move: move.name }), finally: afterwards }]);
  const remove = {
    steps: changeMany('register.removeMany', 'register.removedMany', removable, { register: id }),
    finally: afterwards,
  };
  return { ...Object.fromEntries(made), ...(permissions.remove !== undefined && { removeAll: remove }) };
}

/** Makes a move with several records: `records` is an expression for them, `rest` says which move, and why. */
export function moveMany(id: string, records: string, rest: Part): Part[] {
  return changeMany('register.moveMany', 'register.doneMany', records, { register: id, ...rest });
}

/** Changes several records, as they were seen; those that stay as they are are told with the reason. `text` says how many were changed. */
function changeMany(call: string, text: string, records: string, body: Part): Part[] {
  return [
    { require: `{{ len(${records}) <= ${mostAtOnce} }}`, message: 'register.tooManySelected' },
    { call, body: { ...body, records: `{{ pick(${records}, ['id', 'version']) }}` }, as: 'result' },
    either('result.count > 0', [{ notify: `{{ t('${text}', {count: result.count}) }}` }]),
    either('!isEmpty(result.refused)', [{ open: 'refusals', with: { records: '{{ result.refused }}' } }]),
  ];
}

/** Nothing is selected in a list any more, where it is shown. */
export const unselect = (list: string): Part => either(`!isEmpty(${list}.selectedKeys)`, [{ set: { [`${list}.selectedKeys`]: [] } }]);

/** The window that tells which of several records stay as they are, and why. */
export const refusals: Part = {
  ...{ widget: 'dialog', name: 'refusals', width: 640, hideFooter: true },
  title: "{{ t('register.refusedTitle', {count: len(refusals.with.records ?? [])}) }}",
  body: [
    {
      ...{ widget: 'table', name: 'refused', title: 'register.refusedWhy', rowKey: 'id', paging: 'client', density: 'compact' },
      rows: '{{ refusals.with.records ?? [] }}',
      columns: [
        { name: 'code', title: 'register.code', width: 140 },
        { name: 'message', title: 'register.refusedWhy', minWidth: 240 },
      ],
    },
  ],
};
