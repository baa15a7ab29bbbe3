import { expect, it } from 'vitest';
import type { Documents } from '../../../server/documents.ts';
import { delegableOf } from '../../../server/modules/delegations/delegable.ts';
import type { MenuAnswer } from '../../../server/modules/identity/access.ts';

const routes = [
  { url: '/author', component: 'main#author' },
  { url: '/messages/:id', component: 'main#message/centre' },
];
const documents = {
  app: () => ({ mainLayout: 'main' }),
  ids: () => ['application'],
  revision: () => 'one',
  get: (kind: string, id: string) => {
    if (kind === 'menu') return { use: 'application', items: routes };
    return { whileActing: ['author', 'message/centre'].includes(id) ? 'refused' : 'allowed' };
  },
} as unknown as Documents;

it.each([
  ['a component', { url: '/mine', component: 'main#author' }, false],
  ['another component', { url: '/mine', component: 'main#risk' }, true],
  ['the address of a route', { url: '/author' }, false],
  ['that address with a slash at its end', { url: '/author/' }, false],
  ['that address with a query', { url: '/author?tab=given' }, false],
  ['an address that fits a pattern', { url: '/messages/7' }, false],
  ['one that is longer than the pattern', { url: '/messages/7/parts' }, true],
  ['the address of a route and a component of its own, which the route wins over', { url: '/author', component: 'main#risk' }, false],
  ['no page', {}, true],
])('[DELEG-05] what leads to a page about the person cannot be delegated: by %s', (_, row, can) => {
  const menu = { menuId: 'm', parentId: '0', type: '1', url: null, component: null, ...row } as unknown as MenuAnswer;
  expect(delegableOf([menu], documents).length).toBe(can ? 1 : 0);
});
