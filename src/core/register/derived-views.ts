import type { TextSource } from '../types.ts';
import { filterOf } from './derived-form.ts';
import { moveAction } from './derived-moves.ts';
import { addButton, filtersOf, linkedFiltersOf, showDetail, toolbarOf, usualName } from './derived-table.ts';
import { chosen, folder, type Part, quoted, stateLabel, stateTag } from './derived-words.ts';
import type { RegisterDocument, RegisterField, RegisterView } from './document.ts';

/** What a view puts into a page: its nodes, the data and states they read, and what is to be refreshed after a change. */
export interface ViewParts {
  body: Part[];
  data: Part;
  state: Part;
  refreshed: string;
  /** Of a list: the table records are selected in. */
  selecting?: string;
}

const cardsAtFirst = 20;
const mostCards = 100;
const mostEntries = 200;

/** `shown`: an expression for whether the view is to be seen, where it is one of several. */
export function viewParts(id: string, document: RegisterDocument, view: RegisterView, shown?: string): ViewParts {
  switch (view.as) {
    case 'board':
      return board(id, document, view, shown);
    case 'calendar':
      return calendar(id, document, view);
    default:
      return list(id, document, view);
  }
}

const defaultLabels = { list: 'register.viewList', board: 'register.viewBoard', calendar: 'register.viewCalendar' } as const;
const icons = { list: 'unordered-list', board: 'project', calendar: 'calendar' } as const;

/** The tab of a view, without what stands in it. */
export function tabOf({ name, as, label }: RegisterView): Part {
  return { key: name, label: label ?? defaultLabels[as] ?? name, icon: icons[as] ?? 'unordered-list' };
}

/** What is named after a view: `board`, and `boardOwn` for a board that is called own. */
function nameOf({ name, as }: RegisterView, usual: string = as): string {
  return name === as ? usual : `${usual}${name.replace(/(?:^|-)([A-Za-z])/g, (_all, letter: string) => letter.toUpperCase())}`;
}

function list(id: string, document: RegisterDocument, view: RegisterView): ViewParts {
  const name = nameOf(view, usualName);
  const { where } = view;
  const narrowed = where && {
    source: { call: 'register.page', place: 'body', body: { register: id, ...where } },
    filters: filtersOf(id, document, Object.keys(where)),
    linkedFilters: linkedFiltersOf(id, document, Object.keys(where)),
  };
  // What is added need not be among some records; and an export is of the list it stands at.
  const own = {
    ...(name !== usualName && { syncAddress: false }),
    ...((name !== usualName || where) && { toolbar: toolbarOf(id, document, name, where === undefined) }),
  };
  return {
    body: [{ widget: 'table', name, table: `${folder}/${id}`, ...own, ...narrowed }],
    data: {},
    state: {},
    refreshed: name,
    selecting: name,
  };
}

function board(id: string, document: RegisterDocument, view: RegisterView, shown: string | undefined): ViewParts {
  const name = nameOf(view);
  const { by = 'state', where } = view;
  const size = `${name}Size`;
  // A field called as the parameter is would take its place.
  const filters = filterForm(id, document, view, [by, 'by']);
  const dictionary = document.fields.find((field) => field.name === by)?.dictionary;
  // Of a field there is not the register itself says so.
  const heads =
    by === 'state' || dictionary === undefined
      ? { columns: columnsOf(document, where?.state) }
      : { dictionary, otherTitle: 'register.without' };
  const body = { ...filters.values, register: id, by, size: `{{ state.${size} }}`, ...where };
  const cards: Part = {
    widget: 'board',
    label: labelOf(document, view),
    ...heads,
    cards: `{{ data.${name}.content }}`,
    totals: `{{ data.${name}.columns }}`,
    loading: `{{ status.${name}.loading }}`,
    column: by === 'state' ? '{{ row.state }}' : `{{ row.values.${by} ?? '' }}`,
    title: `{{ row.values.${document.display} ?? row.code }}`,
    tone: "{{ row.overdue ? 'danger' : isEmpty(row.warnings) ? '' : 'warning' }}",
    body: cardBody(document, by),
    actions: [
      ...(document.moves ?? []).map((move) => ({ ...moveAction(move), ...(by === 'state' && { to: move.to }) })),
      { text: 'register.open', onClick: showDetail },
    ],
    onOpen: showDetail,
    onMore: [
      { require: `{{ state.${size} < ${mostCards} }}`, message: 'register.moreInList', level: 'info' },
      { set: { [`state.${size}`]: `{{ min(${mostCards}, state.${size} + ${cardsAtFirst}) }}` } },
    ],
    emptyText: 'register.noCards',
  };
  return {
    body: frame(id, document, view, filters.form, [failure(name), cards]),
    data: { [name]: { call: 'register.board', body, ...(shown !== undefined && { when: `{{ ${shown} }}` }) } },
    state: { [size]: { initial: cardsAtFirst } },
    refreshed: name,
  };
}

function calendar(id: string, document: RegisterDocument, view: RegisterView): ViewParts {
  const name = nameOf(view);
  // Without any day the view is refused, and its page reads one all the same.
  const { date = document.due ?? document.fields.find(({ type }) => type === 'date')?.name ?? document.display, where } = view;
  const month = `${name}Month`;
  const filters = filterForm(id, document, view, [date]);
  const body = {
    ...{ register: id, size: mostEntries, sort: date, order: 'asc' },
    ...{ ...filters.values, ...where, [date]: [`{{ ${month}.from }}`, `{{ ${month}.to }}`] },
  };
  const entries: Part = {
    ...{ widget: 'calendar', name: month, label: labelOf(document, view) },
    items: `{{ data.${name}.content }}`,
    total: `{{ data.${name}.total }}`,
    loading: `{{ status.${name}.loading }}`,
    date: `{{ row.values.${date} }}`,
    title: `{{ row.values.${document.display} ?? row.code }}`,
    text: `{{ row.overdue ? t('register.overdue') : ${stateLabel(document, 'row.state')} }}`,
    tone: `{{ row.overdue ? 'danger' : ${chosen(
      'row.state',
      (document.states ?? []).map((state) => [state.name, quoted(state.tone ?? 'neutral')] as const),
      "'neutral'",
    )} }}`,
    onOpen: showDetail,
    emptyText: 'register.noneInMonth',
  };
  return {
    body: frame(id, document, view, filters.form, [failure(name), entries]),
    data: { [name]: { call: 'register.page', body, when: `{{ !isEmpty(${month}.from) }}` } },
    state: {},
    refreshed: name,
  };
}

const labelOf = ({ title }: RegisterDocument, { label }: RegisterView): TextSource => label ?? title;

/** The states as columns, but those a view leaves out. */
function columnsOf({ states = [] }: RegisterDocument, wanted: unknown): Part[] {
  const names = wanted === undefined ? undefined : [wanted].flat();
  return states
    .filter(({ name }) => names === undefined || names.includes(name) || names.some((one) => String(one).includes('{{')))
    .map(({ name, label, tone = 'neutral' }) => ({ key: name, title: label, tone }));
}

/** Number, whose it is, until when, and what is not as it should be. */
function cardBody(document: RegisterDocument, by: string): Part[] {
  const { owner, due, states = [] } = document;
  const text = (rest: Part): Part => ({ widget: 'text', element: 'span', size: 'small', tone: 'muted', ...rest });
  return [
    {
      ...{ widget: 'stack', direction: 'horizontal', gap: 'small', wrap: true },
      body: [
        text({ text: '{{ row.code }}' }),
        ...(owner === undefined ? [] : [text({ when: `{{ !isEmpty(row.names.${owner}) }}`, text: `{{ localized(row.names.${owner}) }}` })]),
        ...(due === undefined ? [] : [text({ when: `{{ !isEmpty(row.values.${due}) }}`, text: `{{ row.values.${due} }}` })]),
        ...(by === 'state' || states.length === 0 ? [] : [stateTag(document, 'row')]),
        ...(due === undefined ? [] : [{ widget: 'tag', when: '{{ row.overdue }}', text: 'register.overdue', tone: 'danger' }]),
        {
          ...{ widget: 'tag', when: '{{ !isEmpty(row.warnings) }}', tone: 'warning' },
          text: "{{ t('register.warned', {count: len(row.warnings)}) }}",
        },
      ],
    },
  ];
}

/** The filters of the list, but for what the view decides itself, and what they put into a call. */
function filterForm(
  id: string,
  { fields }: RegisterDocument,
  view: RegisterView,
  decided: readonly string[],
): { form: Part[]; values: Part } {
  const name = `${nameOf(view)}Filter`;
  const isOffered = (field: RegisterField) =>
    field.filter && field.type !== 'text' && !decided.includes(field.name) && !Object.hasOwn(view.where ?? {}, field.name);
  const offered = fields.filter(isOffered);
  if (offered.length === 0) return { form: [], values: {} };
  return {
    form: [{ widget: 'form', name, columns: 4, fields: offered.map((field) => filterOf(id, field)) }],
    values: Object.fromEntries(offered.map((field) => [field.name, `{{ ${name}.values.${field.name} }}`])),
  };
}

/** The filters, a button to add a record, unless only some are shown, and the view. */
function frame(id: string, document: RegisterDocument, { where }: RegisterView, filters: readonly Part[], body: readonly Part[]): Part[] {
  const { add } = document.permissions;
  const adds: Part[] =
    add === undefined || where !== undefined
      ? []
      : [
          {
            ...{ widget: 'stack', direction: 'horizontal' },
            body: [addButton(id, document, add)],
          },
        ];
  return [{ widget: 'stack', gap: 'medium', body: [...filters, ...adds, ...body] }];
}

function failure(name: string): Part {
  return {
    ...{ widget: 'alert', level: 'error', when: `{{ !isEmpty(status.${name}.error) }}` },
    text: `{{ status.${name}.error.message }}`,
    actions: [{ widget: 'button', text: 'common.retry', icon: 'reload', size: 'small', onClick: [{ refresh: [name] }] }],
  };
}
