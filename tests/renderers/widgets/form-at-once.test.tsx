// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { probe, probed, settle, show } from '../fields/harness.tsx';

const field = (name: string, label: string) => ({ widget: 'input', name, label: { en: label } });
const form: NodeDocument = {
  ...{ widget: 'form', name: 'choices', instant: true, initial: { a: 'a0', b: 'b0' } },
  fields: [field('a', 'First'), field('b', 'Second')],
  onChange: [{ call: 'choices.save', body: '{{ {value: value, field: field} }}' }],
};
const back: NodeDocument = { widget: 'button', text: { en: 'Take back' }, onClick: [{ reset: 'choices' }] };

async function shown(more: object = {}) {
  const answers: { done: () => void; refused: () => void }[] = [];
  const save = () =>
    new Promise<null>((resolve, reject) => {
      const refused = () => reject(Object.assign(new Error('refused'), { code: 'REFUSED', call: 'choices.save' }));
      answers.push({ done: () => resolve(null), refused });
    });
  const { calls } = await show([{ ...form, ...more } as NodeDocument, back, probe('choices.dirty')], { calls: { 'choices.save': save } });
  return {
    sent: () => calls.filter(({ id }) => id === 'choices.save').map(({ args }) => args.body),
    answer: async (how: 'done' | 'refused') => {
      await act(async () => answers.shift()?.[how]());
      await settle(6);
    },
  };
}
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
async function type(label: string, value: string) {
  await act(async () => void fireEvent.change(box(label), { target: { value } }));
  await settle(2);
}

describe('a form that is saved at every change', () => {
  it('saves what is typed while a change is saved after it, once for each field and with the newest values', async () => {
    const { sent, answer } = await shown();
    await type('First', 'a1');
    await type('First', 'a2');
    await type('Second', 'b1');
    await type('First', 'a3');
    expect(sent()).toEqual([{ value: { a: 'a1', b: 'b0' }, field: 'a' }]);
    await answer('done');
    expect(sent().slice(1)).toEqual([{ value: { a: 'a3', b: 'b1' }, field: 'b' }]);
    expect(probed.value).toBe(true);
    await answer('done');
    expect(sent().slice(2)).toEqual([{ value: { a: 'a3', b: 'b1' }, field: 'a' }]);
    await answer('done');
    expect([sent().length, box('First').value, box('Second').value, probed.value]).toEqual([3, 'a3', 'b1', false]);
  });

  it('gives back what was refused, but not what was typed since, which is saved next', async () => {
    const { sent, answer } = await shown();
    await type('First', 'a1');
    await type('Second', 'b1');
    await answer('refused');
    expect([box('First').value, box('Second').value]).toEqual(['a0', 'b1']);
    expect(sent().at(-1)).toEqual({ value: { a: 'a0', b: 'b1' }, field: 'b' });
    await answer('refused');
    expect([box('First').value, box('Second').value, probed.value]).toEqual(['a0', 'b0', false]);
  });

  it('gives back what was refused of a value of which another part was typed since', async () => {
    const { sent, answer } = await shown({
      initial: { address: { city: 'c0', street: 's0' } },
      fields: [field('address.city', 'First'), field('address.street', 'Second')],
    });
    await type('First', 'c1');
    await type('Second', 's1');
    await answer('refused');
    expect([box('First').value, box('Second').value]).toEqual(['c0', 's1']);
    expect(sent().at(-1)).toEqual({ value: { address: { city: 'c0', street: 's1' } }, field: 'address.street' });
    await answer('done');
    expect(probed.value).toBe(false);
  });

  it('gives back what was saved, and not what was only sent, when the next change is refused', async () => {
    const { answer } = await shown();
    await type('First', 'a1');
    await type('First', 'a2');
    await answer('done');
    await answer('refused');
    expect([box('First').value, probed.value]).toEqual(['a1', false]);
  });

  it('saves nothing a field refuses, but says so at it, and saves the other fields', async () => {
    const { sent, answer } = await shown({
      initial: { a: 5, b: 'b0' },
      fields: [{ ...field('a', 'First'), widget: 'number', max: 9 }, field('b', 'Second')],
    });
    await type('First', '10');
    expect(sent()).toEqual([]);
    expect(screen.getByText('Enter 9 or less')).toBeTruthy();
    await type('Second', 'b1');
    expect(sent()).toEqual([{ value: { a: 5, b: 'b1' }, field: 'b' }]);
    await answer('done');
    expect([sent().length, box('First').value, probed.value]).toEqual([1, '10', true]);
    await type('Second', 'b2');
    await answer('refused');
    expect([box('First').value, box('Second').value]).toEqual(['10', 'b1']);
    await type('First', '8');
    expect(sent().slice(2)).toEqual([{ value: { a: 8, b: 'b1' }, field: 'a' }]);
    await answer('done');
    expect([sent().length, probed.value]).toEqual([3, false]);
  });

  it('saves nothing where what a field refused is taken back', async () => {
    const { sent } = await shown({ initial: { a: 5, b: 'b0' }, fields: [{ ...field('a', 'First'), widget: 'number', max: 9 }] });
    await type('First', '10');
    expect(screen.getByText('Enter 9 or less')).toBeTruthy();
    await act(async () => void fireEvent.blur(box('First')));
    await act(async () => void fireEvent.click(screen.getByText('Take back')));
    await settle(4);
    expect([box('First').value, screen.queryByText('Enter 9 or less'), probed.value, sent()]).toEqual(['5', null, false, []]);
  });

  it('saves what a field refused once another field makes it right', async () => {
    const checks = [{ field: 'a', require: '{{ form.values.a != form.values.b }}', message: { en: 'The same' } }];
    const { sent, answer } = await shown({ checks });
    await type('First', 'b0');
    expect(sent()).toEqual([]);
    expect(screen.getByText('The same')).toBeTruthy();
    await type('Second', 'b1');
    expect(sent()).toEqual([{ value: { a: 'b0', b: 'b1' }, field: 'b' }]);
    await answer('done');
    expect(sent().slice(1)).toEqual([{ value: { a: 'b0', b: 'b1' }, field: 'a' }]);
    await answer('done');
    expect([sent().length, probed.value, screen.queryByText('The same')]).toEqual([2, false, null]);
  });
});
