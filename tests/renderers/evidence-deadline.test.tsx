import { expect, it } from 'vitest';
import { pageNamed, settled, world } from './world.tsx';

const collection = { checkBatch: 'B1', dealerName: 'Dealer', endDate: '2026-03-31', statusList: [], ticketTypeList: [] };
const task = { id: '1', taskName: 'Task', status: '0010', ticketTypeCntReal: 0, ticketTypeCntPlan: 1, endDate: '2026-03-31' };

it.each([
  [{ timeZone: 'Asia/Shanghai' }, false, '2026-03-31 23:59 (Asia/Shanghai)'],
  [{ timeZone: 'Asia/Shanghai' }, true, 'The last day, 2026-03-31 23:59 (Asia/Shanghai), is over'],
  // Of another back end, which does not tell it.
  [{}, false, '2026-03-31 23:59 (clock of the server)'],
])('[TICKET-04] [EVID-02] dealers are told by whose clock the last day ends: %j, closed %s', async (config, closed, text) => {
  const made = await world({
    ...{ config, user: null, login: false, route: { path: '/evidence/collectiont/link', query: { copyUrl: 'secret' } } },
    calls: {
      'evidence.pageByUrl': () => ({ ...collection, closed, result: { list: [task], total: 1 } }),
      'dictionary.type': () => [],
    },
  });
  const { container } = made.show(pageNamed('evidence/collection'));
  await settled();
  expect(container.textContent).toContain(text);
  const row = container.querySelector('tbody tr');
  expect(row?.textContent).toContain(text.slice(text.indexOf('2026'), text.indexOf(')') + 1));
});
