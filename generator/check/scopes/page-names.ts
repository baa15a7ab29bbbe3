import type { Type } from './types.ts';

const record = (label: string, names: readonly string[], members: Record<string, Type> = {}): Type => ({
  ...{ kind: 'record', known: names, label },
  get: (name) => members[name],
});

/** What a data source tells of itself. */
export const sourceStatus = record('the status of a data source', ['loading', 'error', 'out', 'outdated', 'stale', 'readAt'], {
  error: record('the error of a data source', ['code', 'message', 'details']),
});

/** What the route offers to every page and layout. */
export const routeNames = new Map([
  ['page', record('page', ['title', 'path', 'address', 'framed'])],
  ['navigation', record('navigation', ['left', 'top', 'tabs', 'activeKeys', 'openPath'])],
]);
