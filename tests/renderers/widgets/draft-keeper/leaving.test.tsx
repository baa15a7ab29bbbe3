import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settled, showNodes } from '../../world.tsx';

const button = (text: string, path: string, value: unknown) => ({ widget: 'button', text, onClick: [{ set: { [path]: value } }] });
const body = [
  button('Change', 'keeper.changes', '{{ [{id: "a", value: 1, version: 0}] }}'),
  button('Other', 'state.key', 'other'),
  button('Leave', 'state.on', false),
  { widget: 'button', text: 'Both', onClick: [{ set: { 'state.on': false, 'state.key': 'other' } }] },
  {
    widget: 'draft-keeper',
    name: 'keeper',
    when: '{{ state.on }}',
    storageKey: '{{ state.key }}',
    records: '{{ [] }}',
    identity: ['id'],
    debounce: 60_000,
    call: 'risk.patchAnswers',
    body: '{{ {uuid: state.key, changes: changes} }}',
  },
];
const press = async (text: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name: text })));
  await settled();
};

describe('a page with a draft that is left', () => {
  const sent: unknown[] = [];
  const save = (args: unknown) => {
    sent.push((args as { body: unknown }).body);
    return { saved: [{ id: 'a', value: 1, version: 1 }] };
  };
  const show = async () => {
    await showNodes(body, { calls: { 'risk.patchAnswers': save } }, { state: { key: { initial: 'paper' }, on: { initial: true } } });
    await press('Change');
    expect(sent).toEqual([]);
  };
  beforeEach(() => {
    sent.length = 0;
    localStorage.clear();
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('[RISK-15] sends what was changed a moment ago', async () => {
    await show();
    await press('Leave');
    expect(sent).toEqual([{ uuid: 'paper', changes: [{ id: 'a', value: 1, version: 0 }] }]);
  });

  it('[RISK-15] sends nothing under the name of the record that takes its place', async () => {
    await show();
    await press('Other');
    expect(sent).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^targus-draft:paper:/)]);
  });

  it('[RISK-15] sends nothing where the page speaks of other records by the time it is left', async () => {
    await show();
    await press('Both');
    expect(sent).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([expect.stringMatching(/^targus-draft:paper:/)]);
  });

  it('[RISK-15] sends it when its window is no longer looked at', async () => {
    await show();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await act(async () => document.dispatchEvent(new Event('visibilitychange')));
    await settled();
    expect(sent).toEqual([{ uuid: 'paper', changes: [{ id: 'a', value: 1, version: 0 }] }]);
  });
});
