import { type Part, spoken } from './derived-words.ts';
import type { RegisterDocument } from './document.ts';

const mostBytes = 5_242_880;

/** The button that starts an import; who adds records imports them. */
export const importButton = (permission: string): Part => ({
  ...{ widget: 'button', text: 'register.import', icon: 'upload', permission },
  onClick: [{ open: 'importer' }],
});

/** What the windows of an import do: a file is read first, and saved once somebody has seen what of it fits. */
export function importActions(id: string, reload: Part): Record<string, unknown> {
  const save = (mode: string): Part => ({
    steps: [
      {
        upload: 'register.import',
        file: '{{ preview.with.file }}',
        with: { register: id, mode, key: '{{ preview.with.key }}' },
        as: 'result',
      },
      { require: '{{ result.saved }}', message: 'register.importChanged' },
      { close: 'preview' },
      { close: 'importer' },
      { set: { 'state.imported': { key: '{{ preview.with.key }}', count: '{{ result.count }}' } } },
      { notify: "{{ t('register.imported', {count: result.count}) }}" },
    ],
    finally: [reload],
  });
  return {
    readFile: [
      { upload: 'register.import', file: '{{ file }}', with: { register: id, mode: 'check' }, as: 'result' },
      { open: 'preview', with: { key: '{{ uuid() }}', file: '{{ file }}', name: '{{ name }}', result: '{{ result }}' } },
    ],
    importAll: save('all'),
    importFitting: save('fitting'),
    undoImport: {
      steps: [
        { call: 'register.undoImport', body: { register: id, key: '{{ state.imported.key }}' }, as: 'undone' },
        { set: { 'state.imported': null } },
        {
          notify:
            "{{ undone.kept > 0 ? t('register.importPartlyUndone', {count: undone.removed, kept: undone.kept}) : t('register.importUndone', {count: undone.removed}) }}",
        },
      ],
      finally: [reload],
    },
  };
}

/** What the page knows of an import until it is left: it can be taken back. */
export const importState: Part = { imported: { initial: null } };

/** Says what the last import brought, and takes it back. */
export const imported: Part = {
  ...{ widget: 'alert', level: 'success', when: '{{ !isEmpty(state.imported) }}' },
  text: "{{ t('register.lastImport', {count: state.imported.count}) }}",
  actions: [{ widget: 'button', text: 'register.undoImport', icon: 'undo', size: 'small', onClick: 'undoImport' }],
};

/** The window a file is chosen in, and the one that shows what was read of it. */
export function importWindows(id: string, { title }: RegisterDocument): Part[] {
  const result = 'preview.with.result';
  const name = spoken(title);
  const importer: Part = {
    ...{ widget: 'dialog', name: 'importer', title: `{{ t('register.importTitle', {name: ${name}}) }}`, width: 640, hideFooter: true },
    body: [
      {
        ...{ widget: 'stack', gap: 'medium' },
        body: [
          { widget: 'text', text: 'register.importText' },
          {
            widget: 'toolbar',
            body: [
              {
                ...{ widget: 'upload-button', text: 'register.chooseFile', icon: 'upload', type: 'primary' },
                ...{ accept: ['.xlsx', '.csv'], maxBytes: mostBytes, onFile: 'readFile' },
              },
              {
                ...{ widget: 'button', text: 'register.importForm', icon: 'download' },
                onClick: [{ download: 'register.importForm', with: { register: id } }],
              },
            ],
          },
        ],
      },
    ],
  };
  return [importer, preview(result)];
}

function preview(result: string): Part {
  const hasFaults = `(${result}.faultCount ?? 0) > 0`;
  const fits = `(${result}.count ?? 0) > 0`;
  const table = { widget: 'table', paging: 'client', density: 'compact' };
  const row = { name: 'row', title: 'register.faultRow', align: 'right', width: 80 };
  return {
    ...{ widget: 'dialog', name: 'preview', title: '{{ preview.with.name }}', width: 960, hideFooter: true },
    body: [
      {
        ...{ widget: 'stack', gap: 'medium' },
        body: [
          {
            widget: 'alert',
            level: `{{ ${hasFaults} ? 'warning' : 'success' }}`,
            text: `{{ ${hasFaults} ? t('register.importFaults', {count: ${result}.count, faults: ${result}.faultCount}) : t('register.importFits', {count: ${result}.count}) }}`,
          },
          {
            ...{ widget: 'alert', level: 'info', when: `{{ !isEmpty(${result}.ignored) }}` },
            text: `{{ t('register.importIgnored', {names: join(${result}.ignored ?? [], ', ')}) }}`,
          },
          {
            ...{ ...table, name: 'importFaults', title: 'register.importFaultList', showTitle: true, when: `{{ ${hasFaults} }}` },
            ...{ rows: `{{ ${result}.faults }}`, rowKey: 'key' },
            columns: [
              row,
              { name: 'column', title: 'register.faultColumn', width: 180 },
              { name: 'message', title: 'register.faultMessage', minWidth: 220 },
              { name: 'advice', title: 'register.faultAdvice', minWidth: 260 },
            ],
          },
          {
            ...{
              ...table,
              paging: 'none',
              name: 'importRows',
              title: 'register.importFirst',
              showTitle: true,
              when: `{{ !isEmpty(${result}.rows) }}`,
            },
            ...{ rows: `{{ ${result}.rows }}`, rowKey: 'row' },
            columns: [
              row,
              {
                ...{ name: 'cells', title: 'register.importFirst', each: `{{ ${result}.columns }}`, eachTitle: '{{ item.title }}' },
                ...{ value: '{{ row.cells[item.name] }}', ellipsis: true, width: 150 },
              },
            ],
          },
          {
            ...{ widget: 'stack', direction: 'horizontal', gap: 'small', justify: 'end', wrap: true },
            body: [
              { widget: 'button', text: 'table.cancel', onClick: [{ close: 'preview' }] },
              {
                ...{ widget: 'button', text: 'register.importFitting', when: `{{ ${hasFaults} && ${fits} }}` },
                onClick: 'importFitting',
              },
              {
                ...{ widget: 'button', text: 'register.importAll', type: 'primary' },
                ...{ disabled: `{{ ${hasFaults} || !(${fits}) }}`, onClick: 'importAll' },
              },
            ],
          },
        ],
      },
    ],
  };
}
