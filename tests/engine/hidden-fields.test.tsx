// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { makeEngine, settle, showPage } from './support.tsx';

const kind = { widget: 'input', name: 'kind', label: 'kind' };
const note = { widget: 'input', name: 'note', label: 'note', when: "{{ form.values.kind == 'a' }}" };

async function show(steps: object[], form: object = {}, answer: (id: string) => unknown = () => ({})) {
  const engine = makeEngine((id) => answer(id));
  await showPage(engine, {
    body: [
      { widget: 'form', name: 'edit', initial: { kind: 'a', note: 'old' }, fields: [kind, note], ...form },
      { widget: 'press', text: 'go', onClick: steps },
      { widget: 'label', text: '{{ edit.dirty ? "dirty" : "clean" }}' },
    ],
  } as never);
  return { engine, saved: () => engine.client.call.mock.calls.map(([, args]) => (args as { body?: unknown }).body) };
}
const box = (label: string) => screen.queryByLabelText<HTMLInputElement>(label);
async function type(label: string, value: string) {
  fireEvent.change(box(label) as HTMLInputElement, { target: { value } });
  await settle();
}
async function press(text: string) {
  fireEvent.click(screen.getByText(text));
  await settle();
}

describe('hidden fields', () => {
  it('are cleared by a step, too', async () => {
    await show([{ set: { 'edit.values.note': '' } }]);
    await type('kind', 'b');
    await press('go');
    await type('kind', 'a');
    expect(box('note')?.value).toBe('');
  });

  it('that are computed make no form dirty', async () => {
    await show([], { initial: { kind: 'b', note: 'b!' }, calculations: { note: "{{ form.values.kind + '!' }}" } });
    expect(screen.queryByText('clean')).toBeTruthy();
  });

  it('take what somebody else saved meanwhile, and ask nothing', async () => {
    const failure = Object.assign(new Error('conflict'), {
      code: 'CONFLICT',
      call: 'user.save',
      status: 409,
      data: { kind: 'b', note: 'newer' },
    });
    let isRefused = true;
    const { engine, saved } = await show(
      [],
      { onSubmit: [{ call: 'user.save', body: '{{ edit.values }}' }], body: [{ widget: 'press', text: 'save', submit: true }] },
      () => {
        if (!isRefused) return {};
        isRefused = false;
        throw failure;
      },
    );
    await type('kind', 'b');
    await press('save');
    await vi.waitFor(() => expect(engine.feedback.dialog).toHaveBeenCalled());
    expect(engine.feedback.dialog.mock.calls.map(([{ level }]) => level)).toEqual(['warning']);
    await press('save');
    expect(saved().at(-1)).toEqual({ kind: 'b' });
    await type('kind', 'a');
    expect(box('note')?.value).toBe('newer');
  });
});
