import type { TextSource } from '../types.ts';
import { detail, windows } from './derived-detail.ts';
import { importActions, importButton, imported, importState, importWindows } from './derived-import.ts';
import { changer, changesMany, manyActions, refusals } from './derived-many.ts';
import { moveActions, movesState, moveWindows } from './derived-moves.ts';
import { reachNotes } from './derived-reach.ts';
import { tabOf, type ViewParts, viewParts } from './derived-views.ts';
import { done, either, folder, type Part, quoted, spoken, startedRecord } from './derived-words.ts';
import type { RegisterDocument, RegisterView } from './document.ts';
import { isInForm, permissionsToSee, registerFiles, viewsOf } from './reading.ts';

/** The page of a register: figures by state, its views as tabs, and the windows a record is written, moved and read in. */
export function page(id: string, document: RegisterDocument): Part {
  const { title, states = [] } = document;
  const all = viewsOf(document).filter(({ tab }) => tab !== false);
  const views = all.length > 0 ? all : [{ name: 'list', as: 'list' as const }];
  const parts = views.map((view) => viewParts(id, document, view, views.length > 1 ? `views.active == ${quoted(view.name)}` : undefined));
  const tabs = views.map((view, index) => ({ ...tabOf(view), body: parts[index]?.body ?? [] }));
  const counts = states.length > 0 && {
    counts: { call: 'register.counts', body: { register: id, by: ['state'] } },
    ...(document.due !== undefined && { late: { call: 'register.counts', body: { register: id, by: ['state'], overdue: true } } }),
  };
  const body = views.length > 1 ? [{ widget: 'tabs', name: 'views', label: title, items: tabs }] : (parts[0]?.body ?? []);
  return around(id, document, {
    title,
    data: counts || {},
    parts,
    body: [...tiles(document, views, parts[0]?.selecting), { widget: 'section', body }],
    adds: isAddedIn(document, views),
    imports: isImportedIn(document, views),
  });
}

/** The page of one view of a register alone, under the name its menu entry has. */
export function viewPage(id: string, document: RegisterDocument, view: RegisterView): Part {
  const parts = viewParts(id, document, view);
  const title = view.label ?? '{{ page.title }}';
  return around(id, document, {
    title,
    data: {},
    parts: [parts],
    body: [{ widget: 'section', body: parts.body }],
    adds: isAddedIn(document, [view]),
    imports: isImportedIn(document, [view]),
  });
}

/** Whether records are added in one of the views: not where some are shown only, for what is added need not be among them. */
const isAddedIn = ({ permissions }: RegisterDocument, views: readonly RegisterView[]): boolean =>
  permissions.add !== undefined && views.some(({ where }) => where === undefined);

const isImportedIn = (document: RegisterDocument, views: readonly RegisterView[]): boolean =>
  isAddedIn(
    document,
    views.filter(({ as }) => as === 'list'),
  );

interface Frame {
  title: TextSource;
  data: Part;
  parts: readonly ViewParts[];
  body: readonly Part[];
  /** Whether records are added here. */
  adds: boolean;
  /** Whether it shows the list of all records, where the button of the import is. */
  imports: boolean;
}

/** A page with these contents, and the windows and actions every page with records of a register has. */
function around(id: string, document: RegisterDocument, { title, data, parts, body, adds, imports }: Frame): Part {
  const { permissions } = document;
  const reload = { refresh: [...parts.map(({ refreshed }) => refreshed), ...Object.keys(data)] };
  const lists = parts.flatMap(({ selecting }) => selecting ?? []);
  const asked = Object.assign({ ...data, ...(hasFiles(document) && { limits }) }, ...parts.map((part) => part.data)) as Part;
  const state = Object.assign(
    { linkLost: { initial: false } },
    imports ? importState : {},
    movesState(document),
    ...parts.map((part) => part.state),
  ) as Part;
  return {
    title: document.title,
    access: { permission: permissionsToSee(document) },
    ...(document.description !== undefined && { description: document.description }),
    state,
    ...(Object.keys(asked).length > 0 && { data: asked }),
    // A link to one record: ?record=12.
    query: { record: { type: 'string' } },
    onOpen: [either('!isEmpty(query.record)', [{ run: 'openLinked' }])],
    actions: {
      // What a message of before leads to may be deleted, or theirs no more: the page says so for as long as it is open.
      openLinked: {
        steps: [
          { call: 'register.get', with: { register: id, id: '{{ query.record }}' }, as: 'record' },
          { set: { 'state.linkLost': false } },
          { open: 'detail', with: { record: '{{ record }}' } },
        ],
        onError: [either('error.code == "NOT_FOUND"', [{ set: { 'state.linkLost': true } }], [{ fail: '{{ error }}' }])],
      },
      ...((adds || permissions.edit !== undefined) && {
        save: [
          {
            call: 'register.save',
            body: {
              register: id,
              id: '{{ entry.values.id }}',
              version: '{{ entry.values.version }}',
              ...(adds && { key: '{{ editor.with.key }}' }),
              values: typedValues(document),
            },
            as: 'saved',
          },
          // Whoever changes what they read reads on.
          either('detail.open', [{ open: 'detail', with: { record: '{{ saved }}' } }]),
          { notify: 'common.saved' },
          reload,
        ],
      }),
      ...(imports && importActions(id, reload)),
      ...moveActions(id, document, lists, [reload]),
      ...(lists.length > 0 && manyActions(id, document, lists, [reload])),
      ...(permissions.remove !== undefined && {
        remove: {
          steps: [
            { call: 'register.remove', body: { register: id, id: '{{ row.id }}', version: '{{ row.version }}' } },
            ...done('common.deleted'),
          ],
          finally: [reload],
        },
      }),
    },
    body: [
      {
        widget: 'stack',
        gap: 'medium',
        body: [
          { widget: 'page-header', title, ...(imports && { extra: [importButton(permissions.add ?? '')] }) },
          { widget: 'alert', level: 'warning', when: '{{ state.linkLost }}', text: 'register.linkLost' },
          ...reachNotes(document),
          ...(imports ? [imported] : []),
          ...body,
        ],
      },
      ...(adds || permissions.edit !== undefined ? [editor(id, document)] : []),
      ...moveWindows(id, document, lists.length > 0),
      ...(lists.length > 0 && changesMany(document) ? [...changer(id, document), refusals(id, document)] : []),
      detail(id, document),
      ...(imports ? importWindows(id, document) : []),
      ...windows(document, document.moves),
    ],
  };
}

const typedValues = ({ fields }: RegisterDocument): string => {
  const names = fields.filter(isInForm).map(({ name }) => quoted(name));
  return `{{ pick(entry.values, [${names.join(', ')}]) }}`;
};

/**
 * The window for a new record alone, a part of the record it is added from: opened with what it begins with, `by` its field and `of` the record that
 * points at. Tells the page around by `recordAdded`, or `addingEnded`.
 */
export function addPage(id: string, document: RegisterDocument, permission: string): Part {
  const start = { call: 'register.start', with: { register: id, by: '{{ params.by }}', of: '{{ params.of }}' }, as: 'start' };
  return {
    title: document.title,
    access: { permission },
    params: {
      by: { type: 'string', description: 'Its field of the type record.' },
      of: { type: 'string', description: 'The record that points at.' },
    },
    ...(hasFiles(document) && { data: { limits } }),
    onOpen: 'begin',
    actions: {
      // Whoever shows the page can show it again: it is gone from there.
      begin: {
        steps: [start, { open: 'editor', with: { key: '{{ uuid() }}', record: startedRecord } }],
        onError: [{ emit: 'addingEnded' }, { fail: '{{ error }}' }],
      },
      save: [
        { call: 'register.save', body: { register: id, key: '{{ editor.with.key }}', values: typedValues(document) }, as: 'saved' },
        { notify: "{{ t('register.madeRecord', {code: saved.code}) }}" },
        { emit: 'recordAdded' },
      ],
      end: [{ emit: 'addingEnded' }],
    },
    body: [{ ...editor(id, document), onCancel: 'end' }],
  };
}

const limits: Part = { call: 'file.limits', with: { businessType: registerFiles } };

const hasFiles = ({ fields }: RegisterDocument): boolean => fields.some(({ type }) => type === 'files');

/**
 * How many records there are of each state, and how many are late. Where the page begins with the list of all records, a figure narrows it to those it
 * counts; `table`: the table of a list that stands first.
 */
function tiles({ states = [], due }: RegisterDocument, views: readonly RegisterView[], table: string | undefined): Part[] {
  if (states.length === 0) return [];
  const narrows = (filters: Part) =>
    table !== undefined &&
    views[0]?.where === undefined && {
      onClick: [...(views.length > 1 ? [{ set: { 'views.active': views[0]?.name } }] : []), { set: { [`${table}.filters`]: filters } }],
    };
  const body = states.map(({ name, label, tone = 'neutral' }) => ({
    widget: 'statistic',
    label,
    ...counted('counts', `where(data.counts.content, 'state', ${quoted(name)})`),
    tone,
    ...narrows({ state: [name] }),
  }));
  const late = due !== undefined && {
    widget: 'statistic',
    label: 'register.overdue',
    ...counted('late', 'data.late.content'),
    tone: "{{ sum(data.late.content ?? [], 'count') > 0 ? 'danger' : 'neutral' }}",
    ...narrows({ overdue: true }),
  };
  const all = late ? [...body, late] : body;
  // In rows of one length, as far as there are enough.
  const columns = Math.ceil(all.length / Math.ceil(all.length / 6));
  return [{ widget: 'grid', columns, narrowColumns: 2, body: all }];
}

/** A sum over an answer. Before it is here there is no figure: 0 would be one, and be believed. */
function counted(source: string, rows: string): Part {
  return {
    value: `{{ isEmpty(data.${source}) ? null : sum(${rows}, 'count') }}`,
    loading: `{{ isEmpty(data.${source}) && status.${source}.loading }}`,
  };
}

/** Of the window for one record; `of`: the texts that say what it is called. */
function editorTitle(of: '' | 'One', name?: string): string {
  const values = [name, 'code: editor.with.record.code'].filter((part) => part !== undefined);
  return `{{ isEmpty(editor.with.record.id) ? t('register.add${of}', {${name ?? ''}}) : t('register.edit${of}', {${values.join(', ')}}) }}`;
}

/** The window that changes a record, and adds one. What is added has no id yet. */
function editor(id: string, { fields, recordTitle }: RegisterDocument): Part {
  const isLong = fields.filter(isInForm).length > 5;
  return {
    widget: 'dialog',
    name: 'editor',
    title: recordTitle ? editorTitle('One', `name: ${spoken(recordTitle)}`) : editorTitle(''),
    width: isLong ? 880 : 640,
    submit: 'entry',
    okText: 'common.save',
    body: [
      {
        widget: 'form',
        name: 'entry',
        form: `${folder}/${id}`,
        ...(isLong && { columns: 2 }),
        initial: "{{ isEmpty(editor.with.record) ? {} : merge(editor.with.record.values, pick(editor.with.record, ['id', 'version'])) }}",
        guard: true,
        onSubmit: 'save',
      },
    ],
  };
}
