import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../../src/core/types.ts';
import { pageOf, settled, world } from '../../world.tsx';

const answer = (domainId: string, value: number, version = 0) => ({ criteriaId: '1', domainId, value, version });

const keeper: NodeDocument = {
  widget: 'draft-keeper',
  name: 'keeper',
  storageKey: 'paper',
  closed: '{{ state.closed }}',
  paused: '{{ state.paused }}',
  records: '{{ [] }}',
  identity: ['criteriaId', 'domainId'],
  emptyValue: 0,
  debounce: 0,
  call: 'risk.patchAnswers',
  body: "{{ {uuid: 'paper', changes: changes} }}",
  nameOf: "{{ 'A name for all' }}",
  onRejected: [{ set: { 'state.rejected': '{{ records }}' } }],
};
const change = (records: unknown): NodeDocument => ({
  widget: 'button',
  text: 'change',
  onClick: [{ set: { 'keeper.changes': `{{ ${JSON.stringify(records)} }}` } }],
});
const close: NodeDocument = { widget: 'button', text: 'close', onClick: [{ set: { 'state.closed': '{{ !state.closed }}' } }] };
const pause: NodeDocument = { widget: 'button', text: 'pause', onClick: [{ set: { 'state.paused': '{{ !state.paused }}' } }] };
const told: NodeDocument = { widget: 'text', text: '{{ "rejected " + state.rejected[0].domainId + " pending " + keeper.pending }}' };

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

async function show(patch: (args: unknown) => unknown, records: unknown) {
  const made = await world({ language: 'en', calls: { 'risk.patchAnswers': patch } });
  const state = { closed: { initial: false }, paused: { initial: false }, rejected: { initial: [] } };
  const shown = made.show(pageOf([keeper, change(records), close, pause, told], { state }));
  await settled();
  const press = async (name: string) => {
    await act(async () => fireEvent.click(shown.getByRole('button', { name })));
    await settled();
  };
  return { ...shown, press };
}

const refusal = (index: number) =>
  Object.assign(new Error('wrong'), {
    code: 'PARAMETER_ERROR',
    status: 400,
    details: [{ field: `changes.${index}.domainId`, message: 'is not known' }],
  });

it('[RISK-15] lists what the server does not take, tells the page, and keeps the list when all is over, until it is dismissed', async () => {
  const patch = vi.fn((args: unknown) => {
    const { changes } = (args as { body: { changes: { domainId: string }[] } }).body;
    const at = changes.findIndex(({ domainId }) => domainId === 'gone');
    if (at >= 0) throw refusal(at);
    return { saved: changes.map((one) => ({ ...one, version: 1 })) };
  });
  const { container, press } = await show(patch, [answer('gone', 2), answer('there', 3)]);
  await press('change');
  await vi.waitFor(() => expect(container.textContent).toContain('rejected gone'));
  expect(patch).toHaveBeenCalledTimes(2);
  expect(container.querySelector('.tg-draft-conflicts')?.textContent).toContain('A name for all');
  await press('close');
  expect(container.querySelector('.tg-draft-conflicts')?.textContent).toContain('A name for all');
  expect(container.querySelector('.tg-draft-state')).toBeNull();
  await press('Remove this list');
  expect(container.querySelector('.tg-draft-conflicts')).toBeNull();
});

it('[RISK-15] asks before what was not taken in is left, where the browser has no room for it', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const patch = vi.fn(() => {
    throw refusal(0);
  });
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { container, press } = await show(patch, [answer('gone', 2)]);
  expect(isAsked()).toBe(false);
  await press('change');
  await vi.waitFor(() => expect(container.textContent).toContain('rejected gone pending 0'));
  expect(isAsked()).toBe(true);
  await press('close');
  expect(isAsked()).toBe(true);
  await press('Remove this list');
  expect(isAsked()).toBe(false);
});

it('[RISK-18] lists what came too late line by line, though the names are alike, and goes on when it opens again', async () => {
  let isDown = true;
  const patch = vi.fn((args: unknown) => {
    if (isDown) throw Object.assign(new Error('away'), { code: 'NETWORK_ERROR' });
    const { changes } = (args as { body: { changes: Record<string, unknown>[] } }).body;
    return { saved: changes.map((one) => ({ ...one, version: 1 })) };
  });
  const errors = vi.spyOn(console, 'error');
  const { container, press } = await show(patch, [answer('one', 2), answer('two', 2)]);
  await press('change');
  await vi.waitFor(() => expect(container.textContent).toContain('2'));
  await press('close');
  await vi.waitFor(() => expect(container.querySelectorAll('.tg-draft-conflicts li')).toHaveLength(2));
  expect(errors).not.toHaveBeenCalled();
  isDown = false;
  await press('close');
  await vi.waitFor(() => expect(container.querySelector('.tg-draft')?.getAttribute('data-state')).toBe('saved'));
  expect(container.querySelector('.tg-draft-conflicts')).toBeNull();
  expect(patch).toHaveBeenLastCalledWith(
    expect.objectContaining({ body: { uuid: 'paper', changes: [answer('one', 2), answer('two', 2)] } }),
  );
});

it('[RISK-15] says nothing of what is not saved while it is paused, and takes it up again', async () => {
  const patch = vi.fn(() => Promise.reject(Object.assign(new Error('away'), { code: 'NETWORK_ERROR' })));
  const { container, press } = await show(patch, [answer('one', 2)]);
  await press('change');
  await vi.waitFor(() => expect(container.textContent).toContain('pending 1'));
  await press('pause');
  expect(container.textContent).toContain('pending 0');
  await press('pause');
  await vi.waitFor(() => expect(container.textContent).toContain('pending 1'));
});
