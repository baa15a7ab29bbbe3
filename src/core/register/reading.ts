import type {
  RegisterAsk,
  RegisterDocument,
  RegisterField,
  RegisterMove,
  RegisterPeople,
  RegisterState,
  RegisterView,
} from './document.ts';

/** How the records of a register are looked at, in the order of the tabs. */
export function viewsOf({ views = ['list'] }: Pick<RegisterDocument, 'views'>): RegisterView[] {
  return views.map((view) => (typeof view === 'string' ? { name: view, as: view } : view));
}

/** The business type of the files of records: schemas/rules/file/register.rule.json says which are taken. */
export const registerFiles = 'register';

/** What a filter is given to find the records without a value in its field. */
export const noValue = '(empty)';

/** How many files, people or records a field takes. */
export const mostItems = ({ maxItems = 20 }: Pick<RegisterField, 'maxItems'>): number => maxItems;

/** What the properties of a record and the parameters of its calls are called: no field is. */
export const reservedNames: readonly string[] = [
  ...['register', 'id', 'code', 'version', 'key', 'state', 'keyword', 'overdue', 'current', 'size', 'sort', 'order'],
  ...['values', 'names', 'moves', 'moveReason', 'createTime', 'createBy', 'createByName', 'updateTime', 'updateBy'],
];

/** Parameters of the calls that count records and put them on a board: a field called so is no filter there. Registers of before may have one. */
export const parameterNames: readonly string[] = ['by', 'sum', 'spread'];

/** Whether people fill a field in; others are computed. */
export const isTyped = ({ value, over }: Pick<RegisterField, 'value' | 'over'>): boolean => value === undefined && over === undefined;

/** Whether the form of a record has a field: others are asked for by moves alone. */
export const isInForm = (field: Pick<RegisterField, 'value' | 'over' | 'typed'>): boolean => isTyped(field) && field.typed !== 'moves';

/** Whether a field is changed in the form of a record there is. */
export const isChanged = (field: Pick<RegisterField, 'value' | 'over' | 'typed'>): boolean => isTyped(field) && field.typed === undefined;

/** The states a record has to be in to be chosen in a field of the type record, by the register it is of; undefined for any. */
export function choosableStates({ states: wanted }: Pick<RegisterField, 'states'>, { states = [] }: Pick<RegisterDocument, 'states'>) {
  if (wanted !== 'open') return wanted;
  return states.length === 0 ? undefined : states.filter(({ final }) => !final).map(({ name }) => name);
}

/** Whether somebody with these permissions changes a field of a record there is, where its state leaves it open. */
export const mayChange = ({ permission }: Pick<RegisterField, 'permission'>, permissions: { has(permission: string): boolean }): boolean =>
  permission === undefined || permissions.has(permission);

/** The fields people change in a state. */
export function openFields({ fields, states = [] }: Pick<RegisterDocument, 'fields' | 'states'>, name: string): readonly string[] {
  const { final, editable } = states.find((state) => state.name === name) ?? {};
  if (final || editable === false) return [];
  const changed = fields.filter(isChanged).map((field) => field.name);
  if (editable !== undefined && 'except' in editable) return changed.filter((one) => !editable.except.includes(one));
  return editable ?? changed;
}

/** Whether records in a state are deleted: not in a final one, nor where what was agreed on stays. */
export function isRemovable({ states = [] }: Pick<RegisterDocument, 'states'>, name: string): boolean {
  const { final, editable } = states.find((state) => state.name === name) ?? {};
  return !final && editable === undefined;
}

/** Whose to-do a record in a state is. */
export function waitsFor({ owner }: Pick<RegisterDocument, 'owner'>, { final, waitsFor: told }: RegisterState): readonly RegisterPeople[] {
  if (final) return [];
  return told ?? (owner === undefined ? [] : [owner]);
}

/** The fields of people the register tells of a record: its owner, and whom states, moves and steps name by a field. */
export function toldFields({ owner, states = [], moves = [], dueSteps }: RegisterDocument): string[] {
  const people = [
    ...states.flatMap((state) => (state.final ? [] : (state.waitsFor ?? []))),
    ...moves.flatMap(({ notify = [] }) => notify),
    ...(dueSteps?.escalate ?? []).flatMap(({ notify }) => notify),
  ];
  const named = people.flatMap((one) => (typeof one === 'string' ? [one] : []));
  return [...new Set([...(owner === undefined ? [] : [owner]), ...named])];
}

/** The permissions of which one lets somebody into the pages of the register. */
export function permissionsToSee({ permissions, reach = [] }: Pick<RegisterDocument, 'permissions' | 'reach'>): string | string[] {
  if (reach.length === 0) return permissions.list;
  return [...new Set([permissions.list, ...reach.map(({ permission }) => permission)])];
}

/** The fields a move asks for, in their order. */
export function asksOf({ asks = [] }: Pick<RegisterMove, 'asks'>): Required<RegisterAsk>[] {
  return asks.map((ask) => (typeof ask === 'string' ? { field: ask, required: true } : { required: true, ...ask }));
}

/** Whether a move has a window of its own: others that want a reason share one. */
export const hasOwnWindow = ({ asks = [], shows = [] }: Pick<RegisterMove, 'asks' | 'shows'>): boolean =>
  asks.length > 0 || shows.length > 0;

/** Whether a move opens a window. */
export const opensWindow = (move: Pick<RegisterMove, 'reason' | 'asks' | 'shows'>): boolean => move.reason === true || hasOwnWindow(move);

/** The permission a move asks for. */
export function movePermission({ permissions }: RegisterDocument, move: RegisterMove): string | undefined {
  return move.permission ?? permissions.edit;
}
