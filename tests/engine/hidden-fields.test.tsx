// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { defineField, useFieldCheck } from '../../src/engine/index.ts';
import { makeEngine, makeRegistry, settle, showPage } from './support.tsx';

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
  const saving = { onSubmit: [{ call: 'user.save', body: '{{ edit.values }}' }], body: [{ widget: 'press', text: 'send', submit: true }] };

  it('that an action shows again in the turn that hid them have what they had, and are sent', async () => {
    const fields = [
      { ...kind, onChange: [{ set: { 'form.values.more': 'yes' } }] },
      { widget: 'input', name: 'more', label: 'more' },
      { ...note, when: "{{ form.values.kind == 'a' || form.values.more == 'yes' }}" },
    ];
    const { saved } = await show([], { initial: { kind: 'a', note: 'old', more: 'no' }, fields, ...saving });
    await type('kind', 'b');
    expect(box('note')?.value).toBe('old');
    await press('send');
    expect(saved()).toEqual([{ kind: 'b', more: 'yes', note: 'old' }]);
  });

  it('are read by calculations as they stand once all are done, whichever of them decides about what is shown', async () => {
    const extra = { widget: 'input', name: 'extra', label: 'extra', when: "{{ form.values.code == 'with' }}" };
    const fields = [kind, ...['code', 'total'].map((name) => ({ widget: 'input', name, label: name })), extra];
    const calculations = {
      total: "{{ '1+' + (form.values.extra ?? 'none') }}",
      code: "{{ form.values.kind == 'a' ? 'with' : 'without' }}",
    };
    const { saved } = await show([], { initial: { kind: 'a', extra: '5' }, calculations, fields, ...saving });
    expect(box('total')?.value).toBe('1+5');
    await type('kind', 'b');
    expect(box('total')?.value).toBe('1+none');
    await press('send');
    expect(saved()).toEqual([{ kind: 'b', code: 'without', total: '1+none' }]);
    await type('kind', 'a');
    expect(box('total')?.value).toBe('1+5');
  });

  it('that one step hides, writes and shows again count as changed', async () => {
    const fields = [
      kind,
      { widget: 'input', name: 'more', label: 'more' },
      { ...note, when: "{{ form.values.kind == 'a' || form.values.more == 'yes' }}" },
    ];
    const steps = [{ set: { 'edit.values.kind': 'b' } }, { set: { 'edit.values.note': 'new' } }, { set: { 'edit.values.more': 'yes' } }];
    await show(steps, { initial: { kind: 'a', more: 'no', note: 'old' }, fields });
    await press('go');
    await type('kind', 'a');
    await type('more', 'no');
    expect(box('note')?.value).toBe('new');
    expect(screen.queryByText('dirty')).not.toBeNull();
  });

  it('that a calculation shows again in the turn that hid them have what they had, and are sent', async () => {
    const fields = [
      kind,
      { widget: 'input', name: 'made', label: 'made' },
      { ...note, when: "{{ form.values.kind + '!' == form.values.made }}" },
    ];
    const calculations = { made: "{{ form.values.kind + '!' }}" };
    const { saved } = await show([], { initial: { kind: 'a', made: 'a!', note: 'old' }, calculations, fields, ...saving });
    await type('kind', 'b');
    expect(box('note')?.value).toBe('old');
    await press('send');
    expect(saved()).toEqual([{ kind: 'b', made: 'b!', note: 'old' }]);
  });

  it('are cleared by a step, too', async () => {
    await show([{ set: { 'edit.values.note': '' } }]);
    await type('kind', 'b');
    await press('go');
    await type('kind', 'a');
    expect(box('note')?.value).toBe('');
  });

  it('that somebody emptied before are empty when they are shown again, whatever stands for nothing', async () => {
    const Clearable = defineField<unknown, object>(({ onChange, value }) => (
      <button type="button" onClick={() => onChange(undefined)}>
        note is {String(value ?? 'empty')}
      </button>
    ));
    const registry = makeRegistry({ clearable: async () => ({ default: Clearable }) });
    registry.shapes = { ...registry.shapes, clearable: { kind: 'field', options: {}, required: [] } };
    const fields = [kind, { ...note, widget: 'clearable' }];
    await showPage(
      makeEngine(() => ({}), registry),
      {
        body: [{ widget: 'form', name: 'edit', initial: { kind: 'a', note: 'old' }, fields }],
      } as never,
    );
    await type('kind', 'b');
    await type('kind', 'a');
    await press('note is old');
    await type('kind', 'b');
    await type('kind', 'a');
    expect(screen.getByText('note is empty')).toBeTruthy();
  });

  it('take with them what they could not read, and come back without it', async () => {
    const Unread = defineField<unknown, object>(({ id, node }) => {
      const [text, setText] = useState('');
      useFieldCheck(node, () => (text === '' ? undefined : `cannot read ${text}`));
      return <input id={id} value={text} onChange={(event) => setText(event.target.value)} />;
    });
    const registry = makeRegistry({ unread: async () => ({ default: Unread }) });
    registry.shapes = { ...registry.shapes, unread: { kind: 'field', options: {}, required: [] } };
    const engine = makeEngine(() => ({}), registry);
    const send = { widget: 'press', text: 'send', submit: true };
    const form = { fields: [kind, { ...note, widget: 'unread' }], onSubmit: [{ call: 'user.save' }], body: [send] };
    await showPage(engine, { body: [{ widget: 'form', name: 'edit', initial: { kind: 'a' }, ...form }] } as never);
    await type('note', 'x');
    await press('send');
    expect([screen.getByRole('alert').textContent, engine.client.call.mock.calls.length]).toEqual(['cannot read x', 0]);
    await type('kind', 'b');
    await type('kind', 'a');
    await press('send');
    expect([box('note')?.value, screen.queryByRole('alert'), engine.client.call.mock.calls.length]).toEqual(['', null, 1]);
  });

  it('that are computed make no form dirty', async () => {
    await show([], { initial: { kind: 'b', note: 'b!' }, calculations: { note: "{{ form.values.kind + '!' }}" } });
    expect(screen.queryByText('clean')).toBeTruthy();
  });

  it('take what somebody else saved meanwhile, and ask nothing', async () => {
    const { engine, saved } = await refusedWith({ kind: 'b', note: 'newer' });
    await type('kind', 'b');
    await press('save');
    expect(await said(engine)).toEqual([['warning', 'engine.conflictOther']]);
    await press('save');
    expect(saved().at(-1)).toEqual({ kind: 'b' });
    await type('kind', 'a');
    expect(box('note')?.value).toBe('newer');
  });

  it('that were filled in take the newer value without a word, where the newer record hides them as well', async () => {
    const { engine } = await refusedWith({ kind: 'b', note: 'newer' });
    await type('note', 'mine');
    await type('kind', 'b');
    await press('save');
    expect(await said(engine)).toEqual([['warning', 'engine.conflictOther']]);
    await type('kind', 'a');
    expect(box('note')?.value).toBe('newer');
  });

  it('that the newer record hides are not asked about, though they were filled in', async () => {
    const { engine, saved } = await refusedWith({ kind: 'b', note: 'newer' });
    await type('note', 'mine');
    await press('save');
    expect(await said(engine)).toEqual([['warning', 'engine.conflictMerged\n· kind: b']]);
    expect(box('note')).toBeNull();
    await press('save');
    expect(saved().at(-1)).toEqual({ kind: 'b' });
  });

  it('that the newer record shows are named', async () => {
    const { engine } = await refusedWith({ kind: 'a', note: 'newer' }, { kind: 'b', note: 'old' });
    await press('save');
    expect(await said(engine)).toEqual([['warning', 'engine.conflictMerged\n· kind: a\n· note: newer']]);
    expect(box('note')?.value).toBe('newer');
  });

  it('that only the own change hides are named', async () => {
    const { engine } = await refusedWith({ kind: 'a', note: 'newer' });
    await type('kind', 'b');
    await press('save');
    expect(await said(engine)).toEqual([['warning', 'engine.conflictMerged\n· note: newer']]);
  });

  it('that somebody else cleared stay cleared when the own change hides them for a while', async () => {
    const { engine, saved } = await refusedWith({ kind: 'a', note: null });
    await type('kind', 'b');
    await press('save');
    expect(await said(engine)).toHaveLength(1);
    await type('kind', 'a');
    expect(box('note')?.value).toBe('');
    expect(screen.queryByText('clean')).toBeTruthy();
    await press('save');
    expect(saved().at(-1)).toEqual({ kind: 'a', note: null });
  });

  it('that the own change hides are decided about where both filled them in', async () => {
    const { engine, saved } = await refusedWith({ kind: 'a', note: 'newer' });
    engine.feedback.dialog.mockResolvedValue(false);
    await type('note', 'mine');
    await type('kind', 'b');
    await press('save');
    expect(await said(engine)).toEqual([['confirm', 'engine.conflictDisputed\n· note: newer']]);
    await type('kind', 'a');
    expect(box('note')?.value).toBe('mine');
    await press('save');
    expect(saved().at(-1)).toEqual({ kind: 'a', note: 'mine' });
  });
});

/** A form whose first saving is refused: somebody else saved this first. */
async function refusedWith(data: object, initial: object = { kind: 'a', note: 'old' }) {
  const failure = Object.assign(new Error('conflict'), { code: 'CONFLICT', call: 'user.save', status: 409, data });
  let isRefused = true;
  const onSubmit = [{ call: 'user.save', body: '{{ edit.values }}' }];
  const shown = await show([], { initial, onSubmit, body: [{ widget: 'press', text: 'save', submit: true }] }, () => {
    if (!isRefused) return {};
    isRefused = false;
    throw failure;
  });
  const { translate } = shown.engine;
  Object.assign(shown.engine, {
    translate: Object.assign((key: string, values?: { label?: string; value?: string }) => {
      return key === 'engine.conflictLine' ? `${values?.label}: ${values?.value}` : translate(key, values);
    }, translate),
  });
  return shown;
}

/** What the dialogs said so far: how, and their text. */
async function said({ feedback }: { feedback: ReturnType<typeof makeEngine>['feedback'] }) {
  await vi.waitFor(() => expect(feedback.dialog).toHaveBeenCalled());
  return feedback.dialog.mock.calls.map(([{ level, words }]) => [level, words().text]);
}
