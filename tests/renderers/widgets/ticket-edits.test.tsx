import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { edited, isContested, merged } from '../../../renderers/widgets/ticket-upload/values.ts';
import type { NodeDocument } from '../../../src/core/types.ts';
import { settle, show } from '../fields/harness.tsx';

const ticket = {
  id: '7',
  version: 1,
  ticketTypeCode: 'invoice',
  filePath: 'a.png',
  originName: 'a.png',
  amount: '5.00',
  isPass: '1',
  reason: '',
};
const theirs = { ...ticket, version: 2, isPass: '0', reason: 'The stamp is missing' };
const widget: NodeDocument = {
  widget: 'ticket-upload',
  name: 'papers',
  types: [{ ticketTypeCode: 'invoice', ticketTypeName: 'Invoice' }],
  tickets: '{{ state.tickets }}',
  fields: [{ name: 'amount', label: { en: 'Amount' } }],
  pass: {
    name: 'isPass',
    label: { en: 'Matches' },
    yes: { en: 'Yes' },
    no: { en: 'No' },
    reasonName: 'reason',
    reasonLabel: { en: 'Why not' },
  },
  upload: { call: 'evidence.upload' },
  create: { call: 'evidence.createTicket', body: '{{ {} }}' },
  update: { call: 'evidence.updateTicket', body: '{{ merge({id: ticket.id, version: ticket.version}, values) }}' },
};
const refresh = (text: string, tickets: object[]): NodeDocument => ({
  widget: 'button',
  text: { en: text },
  onClick: [{ set: { 'state.tickets': tickets } }],
});
const press = async (name: string | RegExp) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle(4);
};

it('[TICKET-02] what somebody else saved while one types is kept, and told where both typed', async () => {
  const calls = { 'evidence.upload': () => ({}), 'evidence.createTicket': () => ({}), 'evidence.updateTicket': () => ({}) };
  const body = [widget, refresh('Their verdict', [theirs]), refresh('Their amount', [{ ...theirs, version: 3, amount: '8.00' }])];
  const { calls: made } = await show(body, { calls, page: { state: { tickets: { initial: [ticket] } } } });
  const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  await screen.findByRole('textbox', { name: 'Amount' });
  await act(async () => void fireEvent.change(amount(), { target: { value: '6.00' } }));
  await press('Their verdict');
  expect(amount().value).toBe('6.00');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Why not' }).value).toBe('The stamp is missing');
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Their amount');
  expect(amount().value).toBe('6.00');
  expect(screen.getByRole('alert').textContent).toContain('8.00');
  await act(async () => void fireEvent.change(amount(), { target: { value: '6.50' } }));
  expect(screen.getByRole('alert').textContent).toContain('8.00');
  await press(/^Save: a\.png/);
  const sent = made.find(({ id }) => id === 'evidence.updateTicket');
  expect(sent?.args.body).toMatchObject({ version: 3, amount: '6.50', isPass: '0', reason: 'The stamp is missing' });
});

it('[TICKET-02] an edit keeps what a document had where it was typed over, and follows it elsewhere', () => {
  const saved = { amount: '5', code: 'a' };
  const first = edited(undefined, { amount: '6', code: 'a' }, saved);
  expect(first).toEqual({ values: { amount: '6', code: 'a' }, base: saved });
  const now = { amount: '7', code: 'b' };
  expect([merged(first.values, first.base, now), isContested(first, now)]).toEqual([{ amount: '6', code: 'b' }, true]);
  const second = edited(first, { amount: '66', code: 'b' }, now);
  expect(second.base).toEqual({ amount: '5', code: 'b' });
  expect([isContested(second, now), isContested(second, { amount: '66', code: 'b' }), isContested(second, saved)]).toEqual([
    true,
    false,
    false,
  ]);
});

it.each([true, false])(
  '[TICKET-02] asks who leaves with typed values where the browser keeps none of them (it keeps them: %s)',
  async (isKept) => {
    if (!isKept)
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new DOMException('full', 'QuotaExceededError');
      });
    const calls = { 'evidence.upload': () => ({}), 'evidence.createTicket': () => ({}), 'evidence.updateTicket': () => ({}) };
    const { engine } = await show([{ ...widget, storageKey: `kept ${isKept}` }], {
      calls,
      page: { state: { tickets: { initial: [ticket] } } },
    });
    const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' });
    expect(engine.leave.blocked).toBe(false);
    await act(async () => void fireEvent.change(amount, { target: { value: '6.00' } }));
    await settle(2);
    expect(engine.leave.blocked).toBe(!isKept);
  },
);

it('the verdicts of a ticket are one group of radio buttons, and those of another ticket another', async () => {
  await show([widget], {
    calls: { 'evidence.upload': () => ({}), 'evidence.createTicket': () => ({}), 'evidence.updateTicket': () => ({}) },
    page: { state: { tickets: { initial: [ticket, { ...ticket, id: '8', filePath: 'b.png', originName: 'b.png' }] } } },
  });
  await screen.findAllByRole('radio');
  const names = screen.getAllByRole<HTMLInputElement>('radiogroup').map((group) => {
    const radios = [...group.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
    expect(radios).toHaveLength(2);
    return [...new Set(radios.map(({ name }) => name))];
  });
  expect(names).toEqual([[expect.stringMatching(/./)], [expect.stringMatching(/./)]]);
  expect(names[0]).not.toEqual(names[1]);
});
