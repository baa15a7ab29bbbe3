// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { createPortal } from 'react-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlanNode, RuleDocument } from '../../src/core/types.ts';
import { brokenRule } from '../../src/engine/form/rules.ts';
import { defineField, defineWidget, FormModel, Nodes, plain, useFieldCheck } from '../../src/engine/index.ts';
import { makeEngine, makeRegistry, renders, settle, showPage } from './support.tsx';

const rules: Record<string, RuleDocument> = { short: { version: 1, maxLength: 3, message: 'rule.short' } };
const name = { widget: 'input', name: 'name', label: 'Name', required: true };
const note = { widget: 'input', name: 'note', label: 'Note', rules: ['short'] };

function type(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
}
beforeEach(() => renders.clear());

describe('forms', () => {
  it('shows errors on blur, takes them back on correction, and re-renders only the field that changed', async () => {
    await showPage(makeEngine(), { body: [{ widget: 'form', name: 'edit', fields: [name, note] }] }, { rules });
    const before = renders.get('/body/0/fields/0');
    type('Note', 'long');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.blur(screen.getByLabelText('Note'));
    expect((await screen.findByRole('alert')).textContent).toContain('rule.short');
    expect(screen.getByLabelText('Note').getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    type('Note', 'ok');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(renders.get('/body/0/fields/0')).toBe(before);
  });

  it('says once what the hint and the error say alike', async () => {
    await showPage(makeEngine(), { body: [{ widget: 'form', name: 'edit', fields: [{ ...note, hint: 'rule.short Note' }] }] }, { rules });
    const field = screen.getByLabelText('Note');
    expect(field.getAttribute('aria-describedby')).toBe(screen.getByText('rule.short Note').id);
    type('Note', 'long');
    fireEvent.blur(field);
    const alert = await screen.findByRole('alert');
    expect(screen.getAllByText('rule.short Note')).toHaveLength(1);
    expect(field.getAttribute('aria-describedby')).toBe(alert.id);
  });

  it('lets a field set others of its form, whatever the page calls it, and notes them as changed', async () => {
    const onChange = [{ set: { 'form.values.note': "{{ value + '!' }}" } }];
    const fields = [
      { ...name, onChange },
      { widget: 'input', name: 'note', label: 'Note' },
    ];
    await showPage(makeEngine(), {
      body: [
        { widget: 'form', name: 'edit', fields },
        { widget: 'label', text: '{{ edit.dirty }}' },
      ],
    });
    type('Name', 'Ann');
    await settle();
    expect((screen.getByLabelText('Note') as HTMLInputElement).value).toBe('Ann!');
    expect(screen.getByText('true')).toBeTruthy();
  });

  it('draws one field for a letter while others show errors, and all fields when the form says something else', async () => {
    const fields = [name, { ...name, name: 'other', label: { en: 'Other' } }, note];
    await showPage(
      makeEngine(),
      {
        state: { closed: { initial: false } },
        body: [
          { widget: 'form', name: 'edit', fields, readOnly: '{{ state.closed }}', body: [{ widget: 'press', text: 'save', submit: true }] },
          { widget: 'press', text: 'close', onClick: [{ set: { 'state.closed': true } }] },
        ],
      },
      { rules },
    );
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(screen.getAllByRole('alert')).toHaveLength(2);
    const drawn = () => fields.map((_, index) => renders.get(`/body/0/fields/${index}`) ?? 0);
    const before = drawn();
    type('Name', 'A');
    await settle();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(drawn().map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 0]);
    fireEvent.click(screen.getByText('close'));
    await settle();
    expect(screen.getByLabelText('Note').hasAttribute('readonly')).toBe(true);
  });

  it('[LOGIN-05] submits on Enter, but not while characters are composed or a list is open', async () => {
    const engine = makeEngine();
    await showPage(engine, {
      body: [{ widget: 'form', name: 'edit', fields: [name], onSubmit: [{ call: 'user.save', body: '{{ value }}' }] }],
    });
    const input = screen.getByLabelText('Name');
    type('Name', 'Ann');
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    // As Safari sends the Enter that takes a candidate.
    fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
    input.setAttribute('aria-expanded', 'true');
    fireEvent.keyDown(input, { key: 'Enter' });
    await settle();
    expect(engine.client.call).not.toHaveBeenCalled();
    input.removeAttribute('aria-expanded');
    fireEvent.keyDown(input, { key: 'Enter' });
    await settle();
    expect(engine.client.call).toHaveBeenCalledWith('user.save', { with: {}, body: { name: 'Ann' } });
    // A key that is held down does not say it again.
    expect(fireEvent.keyDown(input, { key: 'Enter', repeat: true })).toBe(false);
    await settle();
    expect(engine.client.call).toHaveBeenCalledTimes(1);
  });

  it('[LOGIN-05] leaves Enter alone where nothing is submitted, or somebody took it before', async () => {
    await showPage(makeEngine(), { body: [{ widget: 'form', name: 'edit', fields: [{ ...name, required: true }] }] });
    expect(fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Enter' })).toBe(true);
    await settle();
    expect(screen.queryByRole('alert')).toBeNull();
    cleanup();
    const engine = makeEngine();
    await showPage(engine, {
      body: [{ widget: 'form', name: 'edit', fields: [{ ...name, required: false }], onSubmit: [{ call: 'user.save' }] }],
    });
    const input = screen.getByLabelText('Name');
    input.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    fireEvent.keyDown(input, { key: 'Enter' });
    await settle();
    expect(engine.client.call).not.toHaveBeenCalled();
  });

  it('[LOGIN-05] submits the form of a window that one of its widgets opens alone', async () => {
    // Beside the form in the page, and within it for React.
    const Window = defineWidget<{ body: PlanNode[] }>(({ options, scope }) =>
      createPortal(<Nodes nodes={options.body} scope={scope} />, document.body),
    );
    const registry = makeRegistry({ window: async () => ({ default: Window }) });
    registry.shapes = { ...registry.shapes, window: { kind: 'layout', options: { body: 'nodes' }, required: [] } };
    const engine = makeEngine(() => ({}), registry);
    const form = (label: string, body: object[] = []) => ({
      widget: 'form',
      name: label,
      fields: [{ ...name, label, required: false }],
      onSubmit: [{ call: `user.${label}` }],
      body,
    });
    await showPage(engine, { body: [form('outer', [{ widget: 'window', body: [form('inner')] }])] } as never);
    const input = screen.getByLabelText<HTMLInputElement>('inner', { selector: 'input' });
    fireEvent.keyDown(input, { key: 'Enter' });
    await settle();
    fireEvent.submit(input.form as HTMLFormElement);
    await settle();
    expect(engine.client.call.mock.calls.map(([id]) => id)).toEqual(['user.inner', 'user.inner']);
  });

  it('refuses an invalid submit without an unhandled rejection and focuses the first wrong field', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const engine = makeEngine();
    await showPage(
      engine,
      {
        body: [
          {
            widget: 'form',
            name: 'edit',
            fields: [note, name],
            onSubmit: [{ call: 'user.save' }],
            body: [{ widget: 'press', text: 'save', submit: true }],
          },
        ],
      },
      { rules },
    );
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(engine.client.call).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(screen.getByRole('alert').textContent).toBe('engine.requiredField Name');
    expect(unhandled).not.toHaveBeenCalled();
    process.off('unhandledRejection', unhandled);
  });

  it('says its messages in the new language after a change of language', async () => {
    const engine = makeEngine();
    await showPage(engine, { body: [{ widget: 'form', name: 'edit', fields: [name] }] });
    fireEvent.blur(screen.getByLabelText('Name'));
    await settle();
    engine.app.language = 'zh-Hans';
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('zh-Hans:engine.requiredField');
  });

  it('computes fields in dependency order, in one pass', async () => {
    const field = (id: string) => ({ widget: 'input', name: id, label: id });
    await showPage(makeEngine(), {
      body: [
        {
          widget: 'form',
          name: 'edit',
          fields: [field('a'), field('total'), field('double')],
          calculations: { double: '{{ form.values.total * 2 }}', total: '{{ number(form.values.a) + 1 }}' },
        },
        { widget: 'label', text: 'double {{ edit.values.double }}' },
      ],
    });
    type('a', '4');
    await settle();
    expect(screen.getByText('double 10')).toBeTruthy();
    type('a', '9');
    await settle();
    expect(screen.getByText('double 20')).toBeTruthy();
  });

  it('empties what cannot be computed, and tells the console where, unless a field says itself what is wrong with it', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Amount = defineField<unknown, object>((props) => {
      useFieldCheck(props.node, (value) => (value === 'unread' ? 'no amount' : undefined));
      return <input id={props.id} value={String(props.value ?? '')} onChange={(event) => props.onChange(event.target.value)} />;
    });
    const registry = makeRegistry({ amount: async () => ({ default: Amount }) });
    registry.shapes = { ...registry.shapes, amount: { kind: 'field', options: {}, required: [] } };
    await showPage(
      makeEngine(() => ({}), registry),
      {
        body: [
          {
            widget: 'form',
            name: 'edit',
            initial: { net: 5 },
            calculations: { gross: '{{ form.values.net - 1 }}' },
            fields: [
              { widget: 'amount', name: 'net', label: 'Net' },
              { widget: 'input', name: 'gross', label: 'Gross' },
            ],
          },
        ],
      } as never,
    );
    const gross = screen.getByLabelText<HTMLInputElement>('Gross');
    expect(gross.value).toBe('4');
    const told = () => said.mock.calls.filter(([place]) => String(place).endsWith('/calculations/gross:')).length;
    for (const [text, times] of [
      ['unread', 0],
      ['other', 1],
    ] as const) {
      type('Net', text);
      await settle();
      expect([gross.value, told()]).toEqual(['', times]);
    }
  });

  it('takes back that a field is required once another one makes it optional', async () => {
    const either = (one: string, other: string) => ({
      ...{ widget: 'input', name: one, label: one, requiredText: 'one of both', required: `{{ isEmpty(form.values.${other}) }}` },
    });
    const fields = [either('mail', 'phone'), either('phone', 'mail')];
    const engine = makeEngine();
    await showPage(engine, {
      body: [{ widget: 'form', name: 'edit', fields, onSubmit: [], body: [{ widget: 'press', text: 'save', submit: true }] }],
    });
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['one of both', 'one of both']);
    type('phone', '123');
    await settle();
    expect(screen.queryAllByRole('alert')).toEqual([]);
  });

  it('keeps hidden fields out of the values and of the checks', async () => {
    const engine = makeEngine();
    await showPage(
      engine,
      {
        body: [
          {
            widget: 'form',
            name: 'edit',
            fields: [
              { ...note, default: 'x' },
              { ...name, default: 'Ann', when: "{{ form.values.note == 'y' }}" },
            ],
            onSubmit: [{ call: 'user.save', body: '{{ value }}' }],
            body: [{ widget: 'press', text: 'save', submit: true }],
          },
        ],
      },
      { rules },
    );
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(engine.client.call.mock.calls.at(-1)?.[1]).toEqual({ with: {}, body: { note: 'x' } });
    type('Note', 'y');
    await settle();
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(engine.client.call.mock.calls.at(-1)?.[1]).toEqual({ with: {}, body: { note: 'y', name: 'Ann' } });
  });

  it('places errors of the server at their fields and shows no message besides', async () => {
    const engine = makeEngine(() => {
      throw Object.assign(new Error('wrong'), {
        code: 'PARAMETER_ERROR',
        call: 'user.save',
        // Of several at one field the first is told.
        details: ['taken', 'short'].map((message) => ({ field: 'name', message })),
      });
    });
    await showPage(engine, {
      body: [
        { widget: 'form', name: 'edit', fields: [name] },
        { widget: 'press', text: 'save', onClick: [{ validate: 'edit' }, { call: 'user.save' }] },
      ],
    });
    type('Name', 'Ann');
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('taken');
    expect(engine.feedback.message).not.toHaveBeenCalled();
    // It may be free by now.
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(engine.client.call).toHaveBeenCalledTimes(2);
    expect(screen.getByRole('alert').textContent).toBe('taken');
    type('Name', 'Bob');
    await settle();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('places field errors at the form that a round of each has checked', async () => {
    const details = [{ field: 'name', message: 'taken' }];
    const engine = makeEngine(() => {
      throw Object.assign(new Error('no'), { code: 'PARAMETER_ERROR', call: 'user.save', status: 400, details });
    });
    await showPage(engine, {
      body: [
        { widget: 'form', name: 'edit', initial: { name: 'Ann' }, fields: [name] },
        {
          widget: 'press',
          text: 'all',
          onClick: [{ each: '{{ [1] }}', do: [{ validate: 'edit' }, { call: 'user.save', with: { id: '{{ item }}' } }] }],
        },
      ],
    });
    fireEvent.click(screen.getByText('all'));
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('taken');
    expect(engine.feedback.message).not.toHaveBeenCalled();
  });

  it('tells what is wrong in a field that was left by a press after the press, and nothing where it took the form back', async () => {
    await showPage(makeEngine(), {
      body: [
        { widget: 'form', name: 'edit', fields: [name] },
        { widget: 'press', text: 'reset', onClick: [{ reset: 'edit' }] },
        { widget: 'press', text: 'nothing', onClick: [] },
      ],
    });
    const press = async (text: string, ...events: ['pointerDown' | 'mouseDown', 'pointerUp' | 'mouseUp']) => {
      const [down, up] = events.map((event) => fireEvent[event]);
      down?.(screen.getByText(text));
      fireEvent.blur(screen.getByLabelText('Name'));
      await settle();
      expect(screen.queryByRole('alert')).toBeNull();
      up?.(screen.getByText(text));
      fireEvent.click(screen.getByText(text));
      await new Promise((done) => setTimeout(done));
      await settle();
    };
    await press('reset', 'pointerDown', 'pointerUp');
    expect(screen.queryByRole('alert')).toBeNull();
    // The events of a mouse that stand for a finger.
    await press('nothing', 'mouseDown', 'mouseUp');
    expect(screen.getByRole('alert')).toBeTruthy();
  });

  it('offers values and dirtiness, takes values by set without an error, and resets', async () => {
    await showPage(makeEngine(), {
      body: [
        { widget: 'form', name: 'edit', fields: [name], initial: { name: 'Ann' } },
        { widget: 'label', text: '{{ edit.values.name }} {{ edit.dirty }} {{ edit.valid }}' },
        { widget: 'press', text: 'clear', onClick: [{ set: { 'edit.values.name': '' } }] },
        { widget: 'press', text: 'reset', onClick: [{ reset: 'edit' }] },
      ],
    });
    expect(screen.getByText('Ann false true')).toBeTruthy();
    fireEvent.click(screen.getByText('clear'));
    await settle();
    expect(screen.getByText('true true')).toBeTruthy();
    fireEvent.click(screen.getByText('reset'));
    await settle();
    expect(screen.getByText('Ann false true')).toBeTruthy();
  });

  it('works when React mounts everything twice', async () => {
    await showPage(
      makeEngine(),
      {
        body: [
          { widget: 'form', name: 'edit', fields: [name], calculations: { note: '{{ form.values.name }}!' } },
          { widget: 'label', text: '{{ edit.values.note }}' },
        ],
      },
      { wrap: (page) => <StrictMode>{page}</StrictMode> },
    );
    type('Name', 'Ann');
    await settle();
    expect(screen.getByText('Ann!')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ann');
  });

  it('[WS-12] asks before unsaved changes are left', async () => {
    const engine = makeEngine();
    await showPage(engine, { body: [{ widget: 'form', name: 'edit', fields: [name], guard: true }] });
    expect(engine.leave.blocked).toBe(false);
    type('Name', 'Ann');
    await settle();
    expect(engine.leave.blocked).toBe(true);
    engine.feedback.dialog.mockResolvedValueOnce(false);
    expect(await engine.leave.confirm(engine)).toBe(false);
    expect(engine.leave.blocked).toBe(true);
  });

  it('[WS-12] asks nothing after what was typed since it was submitted is saved by an action that leads on', async () => {
    const engine = makeEngine(() => ({}));
    const onSubmit = [{ call: 'user.save', body: '{{ edit.values }}' }];
    const body = [{ widget: 'press', text: 'send', submit: true }];
    await showPage(engine, {
      body: [
        { widget: 'form', name: 'edit', fields: [name], guard: true, onSubmit, body },
        { widget: 'press', text: 'next', onClick: [{ validate: 'edit' }, ...onSubmit, { navigate: '/next' }] },
      ],
    } as never);
    for (const [value, text] of [
      ['Ann', 'send'],
      ['Ben', 'next'],
    ] as const) {
      type('Name', value);
      await settle();
      expect(engine.leave.blocked).toBe(true);
      fireEvent.click(screen.getByText(text));
      await settle();
      expect(engine.leave.blocked).toBe(false);
    }
    expect(engine.navigate).toHaveBeenCalledTimes(1);
  });

  it('[ERR-02] notes what is typed where nothing asks before it is left, until that is taken back', async () => {
    const engine = makeEngine();
    await showPage(engine, { body: [{ widget: 'form', name: 'edit', fields: [name] }] });
    for (const value of ['Ann', '']) {
      type('Name', value);
      await settle();
      expect([engine.leave.edited, engine.leave.blocked]).toEqual([value !== '', false]);
    }
  });

  it('[I18N-04] applies rules for texts to every wording of one that has several', () => {
    const engine = makeEngine();
    const facts = { label: 'Name', required: true };
    const wordings = (...texts: string[]) => texts.map((t, index) => ({ l: index === 0 ? 'en' : 'zh-Hans', t, d: index === 0 }));
    const broken = (value: unknown) => brokenRule(value, ['short'], facts, rules, engine.translate);
    expect([broken(wordings('Low', '低')), broken('Low')]).toEqual([undefined, undefined]);
    expect([broken(wordings('Low', 'long')), broken('long'), broken([1])]).toEqual(Array.from({ length: 3 }, () => 'rule.short Name'));
  });

  it('lets no row key of the form library leave a form', () => {
    const engine = makeEngine();
    const form = new FormModel({
      id: 'f',
      scope: engine.root,
      initial: { rows: [{ a: 1, __DO_NOT_USE_THIS_PROPERTY_index__: 0 }] },
      rules: {},
      translate: engine.translate,
    });
    form.form.setValuesIn('rows.0.__DO_NOT_USE_THIS_PROPERTY_index__', 0);
    expect(form.values).toEqual({ rows: [{ a: 1 }] });
    expect(plain({ x: [{ __DO_NOT_USE_THIS_PROPERTY_index__: 3 }] })).toEqual({ x: [{}] });
  });
});

describe('fields in layouts of a form', () => {
  const code = { widget: 'input', name: 'code', label: 'Code', required: true, default: 'A1' };
  const save = { widget: 'press', text: 'save', submit: true };
  const onSubmit = [{ call: 'user.save', body: '{{ value }}' }];

  it('belong to the form: default, input, value and error', async () => {
    const engine = makeEngine();
    await showPage(engine, {
      body: [
        {
          widget: 'form',
          name: 'edit',
          fields: [{ widget: 'box', body: [code, { widget: 'box', body: [name] }] }],
          body: [save],
          onSubmit,
        },
      ],
    });
    expect(screen.getByLabelText('Code')).toHaveProperty('value', 'A1');
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('engine.requiredField Name');
    type('Name', 'Ann');
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(engine.client.call).toHaveBeenCalledWith('user.save', { with: {}, body: { code: 'A1', name: 'Ann' } });
  });

  it('leave values and rules while `when` of a layout around them is false, and come back with their value', async () => {
    const engine = makeEngine();
    const box = { widget: 'box', when: "{{ form.values.note == 'all' }}", body: [{ widget: 'box', body: [name] }] };
    await showPage(engine, { body: [{ widget: 'form', name: 'edit', fields: [note, box], body: [save], onSubmit }] }, { rules });
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(engine.client.call).toHaveBeenLastCalledWith('user.save', { with: {}, body: {} });
    type('Note', 'all');
    await settle();
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(screen.getByRole('alert').textContent).toBe('engine.requiredField Name');
    type('Name', 'Ann');
    type('Note', 'ls');
    await settle();
    expect(screen.queryByLabelText('Name')).toBeNull();
    fireEvent.click(screen.getByText('save'));
    await settle();
    expect(engine.client.call).toHaveBeenLastCalledWith('user.save', { with: {}, body: { note: 'ls' } });
    type('Note', 'all');
    await settle();
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ann');
  });

  it('are checked while their layout keeps them out of sight, which then shows the wrong one and gives it the focus', async () => {
    const engine = makeEngine();
    await showPage(
      engine,
      {
        body: [
          {
            widget: 'form',
            name: 'edit',
            fields: [note, { widget: 'fold', body: [{ widget: 'fold', body: [name] }] }],
            body: [save],
            onSubmit,
          },
        ],
      },
      { rules },
    );
    expect(screen.queryByLabelText('Name')).toBeNull();
    fireEvent.click(screen.getByText('save'));
    for (let round = 0; round < 5; round += 1) await settle();
    expect(engine.client.call).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('engine.requiredField Name');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it('keep to themselves: a change re-renders neither the layout nor its other fields', async () => {
    await showPage(makeEngine(), { body: [{ widget: 'form', name: 'edit', fields: [{ widget: 'box', body: [name, note] }] }] }, { rules });
    const before = renders.get('/body/0/fields/0/body/0');
    type('Note', 'x');
    await settle();
    expect(renders.get('/body/0/fields/0/body/0')).toBe(before);
  });
});

describe('options that give a whole object', () => {
  it('follow changes inside it, and nobody else re-renders', async () => {
    await showPage(
      makeEngine(),
      {
        values: { all: '{{ edit.values }}' },
        body: [
          { widget: 'form', name: 'edit', fields: [name, note] },
          { widget: 'label', value: '{{ edit.values }}' },
          { widget: 'label', value: '{{ {held: edit.values} }}' },
          { widget: 'label', value: '{{ values.all }}' },
          { widget: 'label', value: '{{ edit.values.name }}' },
        ],
      },
      { rules },
    );
    const before = new Map(renders);
    type('Note', 'x');
    await settle();
    expect(screen.getAllByText('{"note":"x"}')).toHaveLength(2);
    expect(screen.getByText('{"held":{"note":"x"}}')).toBeTruthy();
    expect(renders.get('/body/1')).toBe((before.get('/body/1') ?? 0) + 1);
    expect(renders.get('/body/4')).toBe(before.get('/body/4'));
    type('Note', 'y');
    await settle();
    expect(screen.getAllByText('{"note":"y"}')).toHaveLength(2);
  });
});
