import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { registry } from '../../../renderers/index.ts';
import type { NodeDocument } from '../../../src/core/types.ts';
import { probe, probed, settle, show } from '../fields/harness.tsx';

const click = async (element: Element) => {
  await act(async () => void fireEvent.click(element));
  await settle(6);
};
const opener: NodeDocument = {
  widget: 'button',
  text: { en: 'Open' },
  onClick: [{ open: 'edit', with: { row: { id: '7', label: 'Low' } } }],
};
const body: NodeDocument[] = [
  {
    widget: 'form',
    name: 'entry',
    initial: '{{ edit.with.row }}',
    fields: [{ widget: 'input', name: 'label', label: { en: 'Label' } }],
    onSubmit: [{ call: 'entry.save', body: '{{ entry.values }}' }],
  },
];

// The window of a dialog is loaded when it is first opened.
beforeAll(async () => void (await import('../../../renderers/widgets/dialog/DialogWindow.tsx')));

/** Its code is loaded when the first one opens. */
async function open(): Promise<void> {
  await click(screen.getByText('Open'));
  await screen.findByRole('dialog', undefined, { timeout: 10_000 });
}

describe.each(['dialog', 'drawer'])('%s', (widget) => {
  const window_: NodeDocument = { widget, name: 'edit', title: { en: 'Edit' }, submit: 'entry', body };

  it('opens with values and shows them', async () => {
    await show([opener, window_, probe('edit.open')]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await open();
    expect(screen.getByRole('dialog').textContent).toContain('Edit');
    expect(screen.getByLabelText<HTMLInputElement>('Label').value).toBe('Low');
    expect(probed.value).toBe(true);
  });

  it('[ERR-05] waits for the code of what stands in it, which the page does not; then it is whole', async () => {
    const { input } = registry.widgets;
    let arrive = (): void => {};
    const asked = vi.fn(async () => {
      await new Promise<void>((resolve) => {
        arrive = resolve;
      });
      return (await input?.()) as never;
    });
    await show([opener, window_, probe('edit.open')], { widgets: { input: asked } });
    expect(screen.getByText('Open')).toBeTruthy();
    expect(asked).not.toHaveBeenCalled();
    await click(screen.getByText('Open'));
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    expect(probed.value).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    await act(async () => arrive());
    await screen.findByRole('dialog', undefined, { timeout: 10_000 });
    expect(screen.getByLabelText<HTMLInputElement>('Label').value).toBe('Low');
  });

  it('[ERR-05] Escape gives up waiting for it alone: the window it was opened from stays', async () => {
    const more: NodeDocument = { widget: 'button', text: { en: 'More' }, onClick: [{ open: 'more' }] };
    const form: NodeDocument = { widget: 'form', fields: [{ widget: 'text-area', name: 'text' }] };
    const waits = vi.fn(() => new Promise<never>(() => {}));
    await show(
      [
        opener,
        { ...window_, body: [...body, more] } as NodeDocument,
        { widget, name: 'more', body: [form] },
        probe('[edit.open, more.open]'),
      ],
      { widgets: { 'text-area': waits } },
    );
    await open();
    await click(screen.getByText('More'));
    await waitFor(() => expect(waits).toHaveBeenCalled());
    expect(probed.value).toEqual([true, true]);
    await act(async () => void fireEvent.keyDown(screen.getByText('More'), { key: 'Escape', keyCode: 27 }));
    await settle(6);
    expect(probed.value).toEqual([true, false]);
    await act(async () => void fireEvent.keyDown(screen.getByText('More'), { key: 'Escape', keyCode: 27 }));
    await settle(6);
    expect(probed.value).toEqual([false, false]);
  });

  it('[ERR-05] tries code again that did not come before, and opens without it when it does not come', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const asked = vi.fn(async () => Promise.reject(new Error('offline')));
    await show([opener, window_, probe('edit.open')], { widgets: { input: asked } });
    // Twice ahead of need, twice for the window.
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2), { timeout: 5_000 });
    await settle(2);
    await click(screen.getByText('Open'));
    await screen.findByRole('dialog', undefined, { timeout: 10_000 });
    expect(asked).toHaveBeenCalledTimes(4);
    expect(screen.getByRole('dialog').textContent).toContain('Try again');
    // It comes with the next opening.
    asked.mockImplementation(() => registry.widgets.input?.() as never);
    await click(screen.getByText('Cancel'));
    expect(probed.value).toBe(false);
    await click(screen.getByText('Open'));
    await screen.findByLabelText('Label');
    expect(asked).toHaveBeenCalledTimes(5);
  });

  it('submits its form on OK and closes when that succeeds', async () => {
    let isBroken = true;
    const calls = {
      'entry.save': () => {
        if (isBroken) throw Object.assign(new Error('refused'), { code: 'REFUSED' });
        return null;
      },
    };
    const shown = await show([opener, window_, probe('edit.open')], { calls });
    await open();
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'High' } });
    await settle(2);
    await click(screen.getByText('OK'));
    expect(probed.value).toBe(true);
    isBroken = false;
    await click(screen.getByText('OK'));
    expect(shown.calls.at(-1)?.args.body).toMatchObject({ id: '7', label: 'High' });
    expect(probed.value).toBe(false);
  });

  it('closes, too, when its form is submitted by Enter', async () => {
    const shown = await show([opener, window_, probe('edit.open')], { calls: { 'entry.save': () => null } });
    await open();
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'High' } });
    await settle(2);
    await act(async () => void fireEvent.keyDown(screen.getByLabelText('Label'), { key: 'Enter' }));
    await settle(6);
    expect(shown.calls.filter(({ id }) => id === 'entry.save')).toHaveLength(1);
    expect(probed.value).toBe(false);
  });

  it('is submitted no second time while it goes away', async () => {
    const shown = await show([opener, window_, probe('edit.open')], { calls: { 'entry.save': () => null } });
    await open();
    const input = screen.getByLabelText('Label');
    fireEvent.change(input, { target: { value: 'High' } });
    await settle(2);
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }));
    await waitFor(() => expect(probed.value).toBe(false));
    // Its content is there as long as it moves.
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }));
    await settle(6);
    expect(shown.calls.filter(({ id }) => id === 'entry.save')).toHaveLength(1);
  });

  it('has nothing of what was typed before when it is opened again while it still goes away, unless it keeps its content', async () => {
    const again: NodeDocument = { ...opener, text: { en: 'Again' }, onClick: [{ close: 'edit' }, { open: 'edit' }] };
    const typed = async (options: object) => {
      const { unmount } = await show([
        opener,
        again,
        { ...window_, ...options, body: [{ ...body[0], initial: undefined } as NodeDocument] },
      ]);
      await open();
      await act(async () => void fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Typed' } }));
      await click(screen.getByText('Again'));
      const { value } = screen.getByLabelText<HTMLInputElement>('Label');
      unmount();
      return value;
    };
    expect(await typed({})).toBe('');
    expect(await typed({ keepContent: true })).toBe('Typed');
  });

  it('asks before changes are lost, and only then', async () => {
    const { asked } = await show([opener, window_, probe('edit.open')], { sure: false });
    await open();
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'High' } });
    await settle(2);
    await click(screen.getByText('Cancel'));
    expect(asked).toEqual(['What you changed has not been saved.']);
    expect(probed.value).toBe(true);
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Low' } });
    await settle(2);
    await act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', keyCode: 27 }));
    await settle(6);
    expect(asked).toHaveLength(1);
    expect(probed.value).toBe(false);
  });

  it.each([
    ['goes once it is', null, false],
    ['stays where that failed', Object.assign(new Error('refused'), { code: 'REFUSED' }), true],
  ])('left while its form is being saved asks nothing and %s', async (_, failure, isOpen) => {
    let answer = (): void => {};
    const save = () =>
      new Promise<null>((resolve, reject) => {
        answer = () => (failure ? reject(failure) : resolve(null));
      });
    const own = { ...window_, submit: undefined, onCancel: [{ set: { 'state.left': true } }] } as NodeDocument;
    const { asked } = await show([opener, own, probe('[edit.open, edit.busy, state.left]')], {
      calls: { 'entry.save': save },
      page: { state: { left: { initial: false } } },
    });
    await open();
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'High' } });
    await settle(2);
    await act(async () => void fireEvent.keyDown(screen.getByLabelText('Label'), { key: 'Enter' }));
    await settle(2);
    for (let time = 0; time < 2; time += 1) {
      await act(async () => void fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', keyCode: 27 }));
      await settle(4);
      expect(probed.value).toEqual([true, true, false]);
    }
    await act(async () => answer());
    await settle(6);
    expect(probed.value).toEqual([isOpen, false, !isOpen]);
    expect(asked).toEqual([]);
  });

  const entry = body[0] as NodeDocument;
  const { onSubmit: _sent, ...unsent } = entry as NodeDocument & { onSubmit?: unknown };
  const waits = [{ call: 'entry.save', body: '{{ entry.values }}' }];
  it('asks before it closes over what a form that is saved at every change refused', async () => {
    const checks = [{ field: 'label', require: "{{ entry.values.label != 'No' }}", message: { en: 'Not that' } }];
    const instant = { ...unsent, instant: true, checks, onChange: waits };
    const shown = await show([opener, { ...window_, submit: undefined, body: [instant] } as NodeDocument, probe('edit.open')], {
      calls: { 'entry.save': () => null },
      sure: false,
    });
    await open();
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'No' } });
    await settle(2);
    await click(screen.getByText('Cancel'));
    expect([shown.asked, shown.calls, probed.value]).toEqual([['What you changed has not been saved.'], [], true]);
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Yes' } });
    await settle(4);
    await click(screen.getByText('Cancel'));
    expect([shown.asked.length, shown.calls.length, probed.value]).toEqual([1, 1, false]);
  });

  it('asks nothing on OK about a form that nothing saves', async () => {
    const { asked } = await show([opener, { ...window_, body: [unsent] } as NodeDocument, probe('edit.open')]);
    await open();
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'High' } });
    await settle(2);
    await click(screen.getByText('OK'));
    expect(asked).toEqual([]);
    expect(probed.value).toBe(false);
  });

  it('keeps its form, in which nothing can be typed, while onOk runs, though the record was read anew', async () => {
    let answer = (): void => {};
    let record = { label: 'Low', version: 1 };
    const saves = [{ call: 'entry.save', body: '{{ entry.values }}' }, { refresh: ['record'] }];
    const own = { ...window_, body: [{ ...entry, initial: '{{ data.record }}', onSubmit: saves }], onOk: [{ call: 'entry.tell' }] };
    const { asked } = await show([opener, own as NodeDocument, probe('[edit.open, data.record.version, entry.submitting]')], {
      calls: {
        'entry.one': () => record,
        'entry.save': () => null,
        'entry.tell': () => new Promise<null>((resolve) => (answer = () => resolve(null))),
      },
      page: { data: { record: { call: 'entry.one' } } },
    });
    await open();
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'High' } });
    await settle(2);
    record = { label: 'High', version: 2 };
    await click(screen.getByText('OK'));
    expect(probed.value).toEqual([true, 2, true]);
    expect(screen.getByLabelText<HTMLInputElement>('Label').readOnly).toBe(true);
    // What was on its way comes all the same.
    fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'Typed since' } });
    await act(async () => answer());
    await settle(8);
    expect(asked).toEqual(['Everything before that is saved. Discard what you entered while it was being saved?']);
  });

  it('asks anew about what was typed while it was saved once more by who stayed, and closes where nothing was', async () => {
    let answer = (): void => {};
    const save = () => new Promise<null>((resolve) => (answer = () => resolve(null)));
    const own = { ...window_, submit: undefined, body: [{ ...entry, onSubmit: [...waits, { close: 'edit' }] }] } as NodeDocument;
    const { asked } = await show([opener, own, probe('edit.open')], { calls: { 'entry.save': save }, sure: false });
    await open();
    const input = screen.getByLabelText<HTMLInputElement>('Label');
    const type = (value: string) => act(async () => void fireEvent.change(input, { target: { value } }));
    await type('High');
    for (const [typed, questions] of [
      ['once', 1],
      ['again', 2],
      [undefined, 2],
    ] as const) {
      await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }));
      await settle(2);
      if (typed !== undefined) await type(typed);
      await act(async () => answer());
      await settle(6);
      expect([asked.length, probed.value]).toEqual([questions, typed !== undefined]);
    }
  });

  describe.each([
    ['form', window_],
    ['onOk', { ...window_, body: [unsent], onOk: waits }],
    [
      'form and onOk',
      {
        ...window_,
        body: [{ ...entry, onSubmit: [{ set: { 'state.left': true } }] }],
        onOk: [...waits, { set: { 'entry.values.version': 2 } }],
      },
    ],
    ['last step', { ...window_, submit: undefined, body: [{ ...entry, onSubmit: [...waits, { close: 'edit' }] }] }],
    ['form and last step', { ...window_, body: [{ ...entry, onSubmit: [...waits, { close: 'edit' }] }] }],
    ['two last steps', { ...window_, submit: undefined, body: [{ ...entry, onSubmit: [...waits, { close: 'edit' }, { close: 'edit' }] }] }],
    ['form, and onOk with a last step,', { ...window_, body: [{ ...entry, onSubmit: waits }], onOk: [{ close: 'edit' }] }],
    ['form and last step, kept open by OK,', { ...window_, keepOpen: true, body: [{ ...entry, onSubmit: [...waits, { close: 'edit' }] }] }],
  ] as [string, NodeDocument][])('whose %s saves', (_, own) => {
    const isOpen = () => (probed.value as unknown[])[0];
    const isDirty = () => (probed.value as unknown[])[1];
    /** Opens it, saves, types in it meanwhile, and lets the answer come. */
    async function typedMeanwhile(text: string | undefined, sure = true) {
      let answer = (): void => {};
      const save = () => new Promise<null>((resolve) => (answer = () => resolve(null)));
      const shown = await show([opener, own, probe('[edit.open, entry.dirty]')], {
        calls: { 'entry.save': save },
        page: { state: { left: { initial: false } } },
        sure,
      });
      await open();
      fireEvent.change(screen.getByLabelText('Label'), { target: { value: 'High' } });
      await settle(2);
      await act(async () => void fireEvent.keyDown(screen.getByLabelText('Label'), { key: 'Enter' }));
      await settle(2);
      expect(screen.getByLabelText<HTMLInputElement>('Label').readOnly).toBe(true);
      // What was on its way comes all the same.
      if (text !== undefined) fireEvent.change(screen.getByLabelText('Label'), { target: { value: text } });
      await act(async () => answer());
      await settle(8);
      return shown;
    }

    it('closes without a question where nothing was typed meanwhile', async () => {
      const { asked } = await typedMeanwhile(undefined);
      expect(asked).toEqual([]);
      expect(isOpen()).toBe(false);
    });

    it('asks before it closes over what was typed meanwhile, and keeps it for who stays', async () => {
      const { asked, calls } = await typedMeanwhile('Typed since', false);
      expect(asked).toEqual(['Everything before that is saved. Discard what you entered while it was being saved?']);
      expect(calls.filter(({ id }) => id === 'entry.save')).toHaveLength(1);
      expect(screen.getByLabelText<HTMLInputElement>('Label').value).toBe('Typed since');
      expect([isOpen(), isDirty()]).toEqual([true, true]);
    });

    it('closes where what was typed meanwhile may go', async () => {
      const { asked } = await typedMeanwhile('Typed since');
      expect(asked).toHaveLength(1);
      expect(isOpen()).toBe(false);
    });
  });
});
