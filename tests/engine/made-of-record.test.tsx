// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeEngine, settle, showPage } from './support.tsx';

/** A form that shows tags as one text; of a record with the fields of `initial`. */
const pageOf = (initial: unknown, more: object = {}) =>
  ({
    ...more,
    body: [
      {
        widget: 'form',
        name: 'edit',
        initial,
        made: { tagText: "{{ join(record.tags, ', ') }}" },
        fields: [
          { widget: 'input', name: 'name', label: 'name' },
          { widget: 'input', name: 'tagText', label: 'tags' },
        ],
        onSubmit: [{ call: 'user.save', body: '{{ edit.values }}' }],
        body: [{ widget: 'press', text: 'save', submit: true }],
      },
    ],
  }) as never;
const tags = () => screen.getByLabelText<HTMLInputElement>('tags').value;
const type = (value: string) => fireEvent.change(screen.getByLabelText('name'), { target: { value } });
async function press(text: string) {
  fireEvent.click(screen.getByText(text));
  await settle();
}
const save = () => press('save');

it('what a form makes of its record is made of what it is opened with, and anew of what somebody else saved: saving again takes nothing of it back', async () => {
  const theirs = { version: 2, name: 'Old', tags: ['theirs', 'too'] };
  const conflict = Object.assign(new Error('conflict'), { code: 'CONFLICT', call: 'user.save', status: 409, data: theirs });
  const answers = [() => Promise.reject(conflict), () => ({})];
  const engine = makeEngine(() => answers.shift()?.());
  await showPage(engine, pageOf({ version: 1, name: 'Old', tags: ['ours', 'first'] }));
  expect(tags()).toBe('ours, first');
  type('Mine');
  await save();
  await vi.waitFor(() => expect(engine.feedback.dialog).toHaveBeenCalled());
  expect(engine.feedback.dialog.mock.calls.map(([{ level }]) => level)).toEqual(['warning']);
  expect(tags()).toBe('theirs, too');
  await save();
  expect(engine.client.call.mock.calls.at(-1)?.[1]).toMatchObject({ body: { version: 2, name: 'Mine', tagText: 'theirs, too' } });
});

it('what is made of a record that comes after somebody typed stands in the fields they left alone', async () => {
  let come = (_record: object) => {};
  const engine = makeEngine((call) => (call === 'user.list' ? new Promise((resolve) => (come = resolve)) : {}));
  await showPage(engine, pageOf('{{ data.person }}', { data: { person: { call: 'user.list' } } }));
  type('Mine');
  come({ name: 'Old', tags: ['late', 'both'] });
  await vi.waitFor(() => expect(tags()).toBe('late, both'));
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Mine');
});

it('what was made of no record is made of the one that comes, also where it was something', async () => {
  let come = (_record: object) => {};
  const engine = makeEngine((call) => (call === 'user.list' ? new Promise((resolve) => (come = resolve)) : {}));
  const { body, ...page } = pageOf('{{ data.person }}', { data: { person: { call: 'user.list' } } }) as { body: [object] };
  const made = { tagText: "{{ isEmpty(record.tags) ? 'none' : join(record.tags, ', ') }}" };
  await showPage(engine, { ...page, body: [{ ...body[0], initial: '{{ data.person ?? {} }}', made }] } as never);
  expect(tags()).toBe('none');
  type('Mine');
  come({ name: 'Old', tags: ['late'] });
  await vi.waitFor(() => expect(tags()).toBe('late'));
  await save();
  expect(engine.client.call.mock.calls.at(-1)?.[1]).toMatchObject({ body: { name: 'Mine', tagText: 'late' } });
});

it('a conflict whose record nothing can be made of is told as any other, and the console says where', async () => {
  const conflict = Object.assign(new Error('conflict'), { code: 'CONFLICT', call: 'user.save', status: 409, data: { version: 2 } });
  const engine = makeEngine(() => Promise.reject(conflict));
  const personName = (id: unknown) => {
    if (id === undefined) throw new Error('nobody');
    return id;
  };
  Object.assign(engine.host.functions, { personName });
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { body, ...page } = pageOf({ version: 1, name: 'Old', by: 'ann' }) as { body: [object] };
  await showPage(engine, { ...page, body: [{ ...body[0], made: { tagText: '{{ personName(record.by) }}' } }] } as never);
  type('Mine');
  await save();
  await vi.waitFor(() => expect(engine.feedback.message).toHaveBeenCalledWith('error', 'conflict'));
  expect(said.mock.calls.map(([place]) => place)).toContain('pages/test#/body/0/made:');
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Mine');
});

it('what is typed while it is saved is kept as unsaved over the record that is read anew, and nothing else', async () => {
  let record: Record<string, unknown> = { version: 1, name: 'Old', tags: ['first'] };
  let save2 = () => {};
  const engine = makeEngine((call) => {
    if (call === 'user.list') return record;
    return new Promise((resolve) => (save2 = () => resolve({})));
  });
  const { body, ...page } = pageOf('{{ data.person }}', { data: { person: { call: 'user.list' } } }) as { body: [object] };
  const steps = [{ call: 'user.save', body: '{{ edit.values }}' }, { set: { 'edit.values.tagText': 'kept' } }, { refresh: ['person'] }];
  const state = { widget: 'label', text: "{{ edit.dirty ? 'unsaved' : 'saved' }}" };
  const again = { widget: 'press', text: 'again', onClick: [{ refresh: ['person'] }] };
  await showPage(engine, { ...page, body: [{ ...body[0], onSubmit: steps }, state, again] } as never);
  type('Sent');
  await save();
  type('Typed since');
  record = { version: 2, name: 'Sent', tags: ['kept', 'by the server'] };
  save2();
  await vi.waitFor(() => expect(tags()).toBe('kept, by the server'));
  expect(screen.getByLabelText<HTMLInputElement>('name').value).toBe('Typed since');
  expect(screen.getByText('unsaved')).toBeTruthy();
  // Read again later, it is the record that is being filled in.
  record = { version: 3, name: 'Sent', tags: ['later'] };
  await press('again');
  expect(tags()).toBe('kept, by the server');
  await save();
  const [, sent] = engine.client.call.mock.calls.at(-1) ?? [];
  expect(sent).toMatchObject({ body: { version: 2, name: 'Typed since', tagText: 'kept, by the server' } });
  record = { ...record, version: 4, name: 'Typed since' };
  save2();
  await vi.waitFor(() => expect(screen.getByText('saved')).toBeTruthy());
});

it('what is new each time it is made is made once of a record, and anew of another one', async () => {
  const made = { tagText: "{{ join(record.tags, ', ') + ' ' + state.of + ' ' + uuid() }}" };
  const page = pageOf('{{ state.record }}', {
    state: { record: { initial: { name: 'Old', tags: ['first'] } }, of: { initial: 'x' } },
  }) as { body: object[] };
  const set = (text: string, values: object) => ({ widget: 'press', text, onClick: [{ set: values }] });
  const body = [
    { ...page.body[0], made },
    set('redraw', { 'state.record': { name: 'Old', tags: ['first'] } }),
    set('other', { 'state.record': { name: 'New', tags: ['second'] } }),
    set('read', { 'state.of': 'y' }),
  ];
  const engine = makeEngine();
  Object.assign(engine.host.functions, { uuid: () => crypto.randomUUID() });
  await showPage(engine, { ...page, body } as never);
  const first = tags();
  expect(first).toMatch(/^first x .{36}$/);
  await press('redraw');
  expect(tags()).toBe(first);
  await press('read');
  expect(tags()).toMatch(/^first y /);
  await press('other');
  expect(tags()).toMatch(/^second y .{36}$/);
});
