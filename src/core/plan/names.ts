/** Names every expression of a page can read (docs/dialect.md, "Names"). */
export const ROOT_NAMES: readonly string[] = [
  'row',
  'index',
  'item',
  'value',
  'event',
  'result',
  'error',
  'form',
  'data',
  'status',
  'state',
  'values',
  'query',
  'params',
  'page',
  'menu',
  'session',
  'user',
  'config',
  'variant',
  'app',
  'navigation',
  'language',
  'theme',
  'tone',
  'problem',
];

/** Targets of `refresh` that belong to the application. */
export const APPLICATION_TARGETS: readonly string[] = ['session', 'menus', 'dictionaries'];

/** Words every node knows. */
export const NODE_WORDS: readonly string[] = ['widget', 'name', 'when', 'each', 'as', 'permission'];

/** Words every field knows besides. */
export const FIELD_WORDS: readonly string[] = [
  'label',
  'hint',
  'warning',
  'required',
  'requiredText',
  'requiredSign',
  'rules',
  'default',
  'disabled',
  'readOnly',
  'span',
  'onChange',
];
