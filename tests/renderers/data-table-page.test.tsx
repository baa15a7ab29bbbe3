import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pageNamed, settled, world } from './world.tsx';

it('[DATA-09] [PERM-16] the rights of a table come page by page, with all there are', async () => {
  const table = { bizId: '7', name: 'towns', title: 'Towns', rows: 3, revision: 0, bytes: 10, tags: [], kind: 'source', by: 'owner' };
  const page = vi.fn(() => ({
    content: [
      { id: '1', applicant: { username: 'ada', name: 'Ada' }, permissions: ['view'], columns: null, status: 'authorized', version: 1 },
    ],
    total: 251,
  }));
  const { show } = await world({
    route: { params: { id: '7' } },
    calls: {
      'data-mart.get': () => ({ table: { ...table, permissions: ['authorize'], grantStatus: 'notApplied' }, columns: [], refreshes: [] }),
      'data-grant.page': page,
      'dictionary.type': () => ({}),
    },
  });
  show(pageNamed('data/table'));
  await settled();
  await act(async () => screen.getByRole('tab', { name: 'Rights' }).click());
  await settled();
  expect(page).toHaveBeenLastCalledWith(
    expect.objectContaining({ body: expect.objectContaining({ side: 'decide', bizId: '7', pageNo: 1 }) }),
  );
  expect(screen.getByText(/251/)).toBeTruthy();
});
