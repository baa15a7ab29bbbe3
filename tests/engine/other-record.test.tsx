// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { defineWidget, PartView } from '../../src/engine/index.ts';
import { makeBundle, makeEngine, makeRegistry, settle, showPage } from './support.tsx';

const records: Record<string, object> = {
  a: { name: 'Ann', note: 'of A' },
  b: { name: 'Ben', note: 'of B' },
  c: { name: 'Ann', note: 'of A' },
};
const fields = ['name', 'note'].map((name) => ({ widget: 'input', name, label: name }));
const choose = (id: string) => ({
  widget: 'press',
  text: `choose ${id}`,
  onClick: [{ set: { 'state.id': id } }, { set: { 'state.after': id } }],
});
const save = { call: 'user.save', with: { id: '{{ state.id }}' }, body: '{{ edit.values }}' };

/** A form beside what chooses its record. */
async function besideList({ form = {}, ...more }: Record<string, unknown> & { form?: object } = {}) {
  const engine = makeEngine((id, args) => (id === 'user.one' ? { ...records[String(args?.with?.id)] } : {}));
  engine.feedback.dialog.mockResolvedValue(false);
  await showPage(engine, {
    state: { id: { initial: 'a' }, after: { initial: '' }, page: { initial: 1 } },
    data: { one: { call: 'user.one', with: { id: '{{ state.id }}' } } },
    body: [
      ...['a', 'b', 'c'].map(choose),
      { widget: 'press', text: 'again', onClick: [{ refresh: ['one'] }] },
      { widget: 'press', text: 'save', onClick: [save] },
      { widget: 'label', text: 'after {{ state.after }}' },
      { widget: 'form', name: 'edit', initial: '{{ data.one }}', fields, ...form },
    ],
    ...more,
  } as never);
  return { engine, saved: () => engine.client.call.mock.calls.filter(([id]) => id === 'user.save').map(([, args]) => args) };
}
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
async function type(label: string, value: string) {
  fireEvent.change(box(label), { target: { value } });
  await settle();
}
async function press(text: string) {
  fireEvent.click(screen.getByText(text));
  await settle();
}

describe('a form whose record is replaced', () => {
  it('[ERR-07] shows the other record and keeps nothing that was typed for the one before', async () => {
    const { engine, saved } = await besideList();
    await type('name', 'typed for A');
    await press('choose b');
    expect([box('name').value, box('note').value]).toEqual(['Ben', 'of B']);
    await press('save');
    expect(saved()).toEqual([{ with: { id: 'b' }, body: records.b }]);
    expect(engine.feedback.dialog).not.toHaveBeenCalled();
  });

  it('[WS-12] asks first where it guards unsaved changes: who stays keeps the record, and the steps end', async () => {
    const { engine, saved } = await besideList({ form: { guard: true } });
    await type('name', 'typed for A');
    await press('choose b');
    expect(engine.feedback.dialog).toHaveBeenCalledTimes(1);
    expect(screen.getByText('after')).toBeTruthy();
    await press('choose a');
    expect(engine.feedback.dialog).toHaveBeenCalledTimes(1);
    await press('save');
    expect(saved()).toEqual([{ with: { id: 'a' }, body: { name: 'typed for A', note: 'of A' } }]);
    engine.feedback.dialog.mockResolvedValueOnce(true);
    await press('choose b');
    expect([box('name').value, box('note').value]).toEqual(['Ben', 'of B']);
    expect(screen.getByText('after b')).toBeTruthy();
    expect(engine.leave.blocked).toBe(false);
  });

  it('is saved to its end where saving it chooses another one, which it shows then', async () => {
    const body = '{{ edit.values }}';
    const onSubmit = [
      { call: 'user.save', body },
      { set: { 'state.record': records.b } },
      { call: 'user.other' },
      { call: 'user.log', body },
    ];
    const send = { widget: 'press', text: 'send', submit: true };
    const form = { widget: 'form', name: 'edit', guard: true, initial: '{{ state.record }}', fields, onSubmit, body: [send] };
    const { engine } = await besideList({ state: { record: { initial: records.a } }, data: {}, body: [form] });
    let goOn = (): void => {};
    engine.client.call.mockImplementation(async (id) => {
      if (id === 'user.other') await new Promise<void>((resolve) => (goOn = resolve));
      return {};
    });
    await type('name', 'typed for A');
    await press('send');
    expect(box('name').value).toBe('typed for A');
    goOn();
    await settle();
    expect(engine.client.call).toHaveBeenLastCalledWith('user.log', { with: {}, body: { name: 'typed for A', note: 'of A' } });
    expect([engine.feedback.dialog.mock.calls, engine.feedback.message.mock.calls]).toEqual([[], []]);
    expect([box('name').value, box('note').value]).toEqual(['Ben', 'of B']);
  });

  it('asks nothing where its own submit chooses the other one', async () => {
    const send = { widget: 'press', text: 'send', submit: true };
    const onSubmit = [{ set: { 'state.record': records.b } }];
    const form = { widget: 'form', name: 'edit', guard: true, initial: '{{ state.record }}', fields, onSubmit, body: [send] };
    const { engine } = await besideList({ state: { record: { initial: records.a } }, data: {}, body: [form] });
    await type('name', 'typed for A');
    await press('send');
    expect(engine.feedback.dialog).not.toHaveBeenCalled();
    expect([box('name').value, box('note').value]).toEqual(['Ben', 'of B']);
  });

  it('[ERR-07] tells records with the same content apart', async () => {
    const { saved } = await besideList();
    await type('name', 'typed for A');
    await press('choose c');
    await press('save');
    expect(saved()).toEqual([{ with: { id: 'c' }, body: records.c }]);
  });

  it('keeps what is typed while the same record is read again', async () => {
    const { engine } = await besideList({ form: { guard: true } });
    await type('name', 'typed for A');
    records.a = { name: 'Ann', note: 'newer' };
    await press('again');
    records.a = { name: 'Ann', note: 'of A' };
    expect([box('name').value, box('note').value]).toEqual(['typed for A', 'of A']);
    expect(engine.feedback.dialog).not.toHaveBeenCalled();
  });

  it('[WS-12] asks afterwards where a window is opened with another record, and saves nothing onto that', async () => {
    const open = (id: string) => ({ widget: 'press', text: `open ${id}`, onClick: [{ open: 'editor', with: { id, ...records[id] } }] });
    const form = { widget: 'form', name: 'edit', guard: true, initial: '{{ pick(editor.with, ["name", "note"]) }}', fields };
    const body = [
      open('a'),
      open('b'),
      { widget: 'press', text: 'save', onClick: [{ ...save, with: { id: '{{ editor.with.id }}' } }] },
      { widget: 'panel', name: 'editor', body: [form] },
    ];
    const { engine, saved } = await besideList({ data: {}, body });
    await press('open a');
    await type('name', 'typed for A');
    await press('open b');
    expect(engine.feedback.dialog).toHaveBeenCalledTimes(1);
    expect(box('name').value).toBe('typed for A');
    await press('save');
    expect(engine.feedback.message).toHaveBeenLastCalledWith('error', 'engine.recordOther');
    expect(saved()).toEqual([]);
    // Who stays goes on typing, and is not asked with every letter.
    await type('name', 'typed for A, too');
    expect(engine.feedback.dialog).toHaveBeenCalledTimes(1);
    await press('open a');
    await press('save');
    expect(saved()).toEqual([{ with: { id: 'a' }, body: { name: 'typed for A, too', note: 'of A' } }]);
    engine.feedback.dialog.mockResolvedValueOnce(true);
    await press('open b');
    expect([box('name').value, box('note').value]).toEqual(['Ben', 'of B']);
  });

  it('asks nothing of a form whose values are kept in the state they start from', async () => {
    const form = {
      widget: 'form',
      name: 'edit',
      guard: true,
      initial: '{{ state.kept }}',
      fields,
      calculations: { note: '{{ form.values.name }}' },
    };
    const keep = { widget: 'press', text: 'keep', onClick: [{ set: { 'state.kept': '{{ edit.values }}' } }] };
    const { engine } = await besideList({ state: { kept: { initial: {} } }, data: {}, body: [keep, form] });
    await type('name', 'An');
    await press('keep');
    await type('name', 'Ann');
    expect(engine.feedback.dialog).not.toHaveBeenCalled();
    expect([box('name').value, box('note').value, engine.leave.blocked]).toEqual(['Ann', 'Ann', true]);
  });

  it('takes no other record for one when what is typed asks for more', async () => {
    const data = { one: { call: 'user.one', with: { id: '{{ edit.values.name }}' } } };
    const body = [{ widget: 'form', name: 'edit', initial: "{{ {note: data.one.note ?? ''} }}", fields }];
    await besideList({ data, body });
    await type('name', 'a');
    await type('name', 'b');
    expect(box('name').value).toBe('b');
  });

  it('[ERR-07] puts nothing that was typed before one was chosen onto the record that is', async () => {
    const data = { one: { call: 'user.one', with: { id: '{{ state.id }}' }, when: '{{ state.id }}' } };
    const { engine } = await besideList({ state: { id: { initial: '' }, after: { initial: '' } }, data, form: { guard: true } });
    await type('name', 'somebody new');
    engine.feedback.dialog.mockResolvedValueOnce(true);
    await press('choose a');
    expect(engine.feedback.dialog).toHaveBeenCalledTimes(1);
    expect([box('name').value, box('note').value]).toEqual(['Ann', 'of A']);
  });

  it('takes no other record for one when what is typed asks for more by way of the state', async () => {
    const keep = { widget: 'press', text: 'keep', onClick: [{ set: { 'state.id': '{{ edit.values.name }}' } }] };
    const body = [keep, { widget: 'form', name: 'edit', guard: true, initial: '{{ {note: data.one.note} }}', fields }];
    const { engine } = await besideList({ body });
    await type('name', 'b');
    await press('keep');
    expect(engine.feedback.dialog).not.toHaveBeenCalled();
    expect(box('name').value).toBe('b');
  });

  it('[WS-12] asks before a part of a page is given another record, and leaves it as it is when somebody stays', async () => {
    const Part = defineWidget<{ with: Record<string, unknown> }>(({ options }) => <PartView page="part" given={options.with} />);
    const registry = makeRegistry({ part: async () => ({ default: Part }) });
    registry.shapes = { ...registry.shapes, part: { kind: 'layout', options: { with: 'value' }, required: [] } };
    const engine = makeEngine((id, args) => (id === 'user.one' ? { ...records[String(args?.with?.id)] } : {}), registry);
    const bundle = makeBundle({
      params: { id: { type: 'string' } },
      data: { one: { call: 'user.one', with: { id: '{{ params.id }}' } } },
      body: [
        { widget: 'press', text: 'save', onClick: [{ ...save, with: { id: '{{ params.id }}' } }] },
        { widget: 'form', name: 'edit', guard: true, initial: '{{ data.one }}', fields },
      ],
    } as never);
    const saved = () => engine.client.call.mock.calls.filter(([id]) => id === 'user.save').map(([, args]) => args);
    const pages = { ready: () => bundle, load: async () => bundle };
    engine.feedback.dialog.mockResolvedValue(false);
    await showPage(Object.assign(engine, { pages }), {
      state: { id: { initial: 'a' }, after: { initial: '' } },
      body: [choose('a'), choose('b'), { widget: 'part', with: { id: '{{ state.id }}' } }],
    } as never);
    await settle();
    await type('name', 'typed for A');
    await press('choose b');
    expect(engine.feedback.dialog).toHaveBeenCalledTimes(1);
    await press('save');
    expect(saved()).toEqual([{ with: { id: 'a' }, body: { name: 'typed for A', note: 'of A' } }]);
    await press('choose a');
    engine.feedback.dialog.mockResolvedValueOnce(true);
    await press('choose b');
    expect(box('name').value).toBe('Ben');
    await press('save');
    expect(saved().at(-1)).toEqual({ with: { id: 'b' }, body: records.b });
  });
});

describe('a page that is a part of itself', () => {
  it.each([
    ['given the same', {}],
    ['given something else each time', { level: '{{ (params.level ?? "") + "x" }}' }],
  ])('[ROUTE-12] explains itself %s, and the rest of the page works', async (_what, given) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Part = defineWidget<{ with?: Record<string, unknown> }>(({ options }) => <PartView page="page" given={options.with ?? {}} />);
    const registry = makeRegistry({ part: async () => ({ default: Part }) });
    registry.shapes = { ...registry.shapes, part: { kind: 'layout', options: { with: 'value' }, required: [] } };
    const engine = makeEngine(() => ({}), registry);
    const document = {
      params: { level: { type: 'string' } },
      body: [
        { widget: 'label', text: 'here' },
        { widget: 'part', with: given },
      ],
    };
    const bundle = makeBundle(document as never);
    await showPage(Object.assign(engine, { pages: { ready: () => bundle, load: async () => bundle } }), document as never);
    for (let turns = 0; turns < 20; turns += 1) await settle();
    const explained = screen.getAllByLabelText('explanation').map((one) => one.textContent);
    expect(explained).toEqual([expect.stringContaining('REFERENCE_CYCLE')]);
    expect(screen.getAllByText('here').length).toBeLessThanOrEqual(17);
  });
});

describe('a form whose record is not here', () => {
  /** The answers of the source, as they are given. */
  async function waitingFor(form: object) {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let settleAnswer = { come: (): void => {}, fail: (): void => {} };
    const engine = makeEngine((id) => {
      if (id !== 'user.one') return {};
      return new Promise((resolve, reject) => {
        const failure = Object.assign(new Error('no luck'), { code: 'UNAVAILABLE', status: 503, call: id });
        settleAnswer = { come: () => resolve({ ...records.a }), fail: () => reject(failure) };
      });
    });
    await showPage(engine, {
      data: { one: { call: 'user.one' } },
      body: [
        { widget: 'press', text: 'save', onClick: [{ call: 'user.save', body: '{{ edit.values }}' }] },
        { widget: 'form', name: 'edit', initial: '{{ data.one }}', fields, ...form },
      ],
    } as never);
    const answer = async (how: 'come' | 'fail') => {
      settleAnswer[how]();
      await settle();
    };
    return { engine, answer, saved: () => engine.client.call.mock.calls.filter(([id]) => id === 'user.save') };
  }

  it('[ERR-07] says why in its place and nowhere else, with another try, and sends nothing', async () => {
    const { engine, answer, saved } = await waitingFor({});
    await answer('fail');
    expect(screen.getAllByLabelText('explanation').map(({ textContent }) => textContent)).toEqual([expect.stringContaining('no luck')]);
    expect(screen.queryByLabelText('name')).toBeNull();
    await press('save');
    expect([saved(), engine.feedback.message.mock.calls]).toEqual([[], [['error', 'error.dataNotLoaded: no luck']]]);
    await press('retry');
    await answer('come');
    expect(screen.queryByLabelText('explanation')).toBeNull();
    expect([box('name').value, box('note').value]).toEqual(['Ann', 'of A']);
  });

  it('[ERR-07] keeps what was typed before, beside why there is no more of it', async () => {
    const { answer } = await waitingFor({});
    await type('name', 'typed');
    await answer('fail');
    expect(screen.getAllByLabelText('explanation')).toHaveLength(1);
    expect(box('name').value).toBe('typed');
    await press('retry');
    await answer('come');
    expect([box('name').value, box('note').value]).toEqual(['typed', 'of A']);
  });

  it('can be filled in until it comes, unless every change of it is saved', async () => {
    const { answer } = await waitingFor({});
    expect(box('name').readOnly).toBe(false);
    await answer('come');
    cleanup();
    const { answer: later } = await waitingFor({ onChange: [{ call: 'user.save' }] });
    expect(box('name').readOnly).toBe(true);
    await later('come');
    expect(box('name').readOnly).toBe(false);
  });
});
