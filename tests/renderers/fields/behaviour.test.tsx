import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { formOf, probed, settle, show } from './harness.tsx';

const click = async (element: Element) => {
  await act(async () => void fireEvent.click(element));
  await settle(4);
};
const choose = async (input: Element, files: File[]) => {
  await act(async () => void fireEvent.change(input, { target: { files } }));
  await settle(4);
};

describe('password', () => {
  it('shows and hides the text', async () => {
    await show(formOf([{ widget: 'password', name: 'password', label: { en: 'Password' } }]));
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    const toggle = screen.getByRole('button', { name: 'Show password' });
    expect([input.type, toggle.getAttribute('aria-pressed')]).toEqual(['password', 'false']);
    await click(toggle);
    expect([input.type, toggle.getAttribute('aria-pressed')]).toEqual(['text', 'true']);
  });
});

describe('input', () => {
  it('leaves Enter to an input method that composes', async () => {
    const { calls } = await show(formOf([{ widget: 'input', name: 'a', label: { en: 'A' }, onEnter: [{ call: 'go.now' }] }]), {
      calls: { 'go.now': () => null },
    });
    const input = screen.getByLabelText('A');
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter', isComposing: true }));
    await settle(2);
    expect(calls).toEqual([]);
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }));
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter', repeat: true }));
    await settle(2);
    expect(calls).toHaveLength(1);
  });
});

describe('Enter in a form', () => {
  it.each([
    ['a number', { widget: 'number', precision: 1, max: 100 }, '62.25', 62.3],
    ['a text', { widget: 'input', trim: true }, ' ACME01 ', 'ACME01'],
  ])('sends %s as leaving the field would make it', async (_what, field, typed, sent) => {
    const onSubmit = [{ call: 'it.save', body: '{{ value }}' }];
    const { calls } = await show(formOf([{ ...field, name: 'it', label: { en: 'It' } }], { onSubmit }), {
      calls: { 'it.save': () => null },
    });
    const input = screen.getByLabelText<HTMLInputElement>('It');
    await act(async () => void fireEvent.change(input, { target: { value: typed } }));
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }));
    await settle(3);
    expect(calls.map(({ args }) => args.body)).toEqual([{ it: sent }]);
    expect(input.value).toBe(String(sent));
  });

  it('leaves a number alone that became another one since it was typed', async () => {
    const set: NodeDocument = { widget: 'button', text: { en: 'Set' }, onClick: [{ set: { 'form.values.it': 7 } }] };
    await show([...formOf([{ widget: 'number', name: 'it', label: { en: 'It' }, precision: 0 }]), set]);
    const input = screen.getByLabelText<HTMLInputElement>('It');
    await act(async () => input.focus());
    await act(async () => void fireEvent.change(input, { target: { value: '62.5' } }));
    await click(screen.getByRole('button', { name: 'Set' }));
    await act(async () => input.blur());
    expect([probed.value, input.value]).toEqual([{ it: 7 }, '7']);
  });
});

describe('icon-choice', () => {
  it('offers the known icons, narrows them to what is typed, and keeps a name it does not know', async () => {
    const { container } = await show(formOf([{ widget: 'icon-choice', name: 'icon', label: { en: 'Icon' } }]));
    await settle();
    const input = screen.getByLabelText<HTMLInputElement>('Icon');
    const radios = () => [...container.querySelectorAll<HTMLInputElement>('[role=radiogroup] input')];
    const offered = () => radios().map((one) => one.getAttribute('aria-label'));
    expect(offered().length).toBeGreaterThan(80);
    await act(async () => void fireEvent.change(input, { target: { value: 'chart' } }));
    expect(offered()).toContain('bar-chart');
    expect(offered().every((name) => name?.includes('chart'))).toBe(true);
    await click(radios()[offered().indexOf('bar-chart')] as Element);
    expect(probed.value).toEqual({ icon: 'bar-chart' });
    expect(offered().length).toBeGreaterThan(80);
    expect(radios()[offered().indexOf('bar-chart')]?.checked).toBe(true);
    await act(async () => void fireEvent.change(input, { target: { value: 'el-icon-old' } }));
    expect(offered()).toEqual([]);
    expect(container.textContent).toContain('no known icon');
    expect(probed.value).toEqual({ icon: 'el-icon-old' });
  });
});

describe('upload', () => {
  const field = {
    widget: 'upload',
    name: 'files',
    label: { en: 'Files' },
    call: 'file.upload',
    accept: ['.pdf'],
    maxBytes: 10,
    multiple: true,
  };
  const answers = { 'file.upload': () => ({ sysFile: { path: '/files/1' } }) };
  const saidOf = (root: HTMLElement) => [...root.querySelectorAll('.tg-upload [role=alert]')].map((one) => one.textContent);
  const chooser = (root: HTMLElement) => root.querySelector('input[type=file]') as Element;

  it('sends files one call each and keeps name, path and size', async () => {
    const { container, calls } = await show(formOf([field]), { calls: answers });
    await choose(chooser(container), [new File(['abc'], 'a.pdf'), new File(['abcd'], 'b.PDF')]);
    expect(calls).toHaveLength(2);
    // As every call takes it: the contract makes it the parts of a form.
    expect(calls[0]?.args.body).toEqual({ file: expect.any(File) });
    expect(probed.value).toMatchObject({
      files: [
        { name: 'a.pdf', path: '/files/1', size: 3 },
        { name: 'b.PDF', path: '/files/1', size: 4 },
      ],
    });
  });

  it('keeps files in the order they were chosen in, whichever arrives first', async () => {
    const arrivals = new Map<string, (answer: object) => void>();
    const upload = ({ body }: { body?: unknown }) =>
      new Promise<object>((arrive) => arrivals.set((body as { file: File }).file.name, arrive));
    const { container } = await show(formOf([field]), { calls: { 'file.upload': upload } });
    const chosen = ['a', 'b', 'c'].map((name) => new File(['abc'], `${name}.pdf`));
    await choose(chooser(container), chosen);
    await choose(chooser(container), [new File(['abc'], 'd.pdf')]);
    for (const name of ['b.pdf', 'd.pdf', 'c.pdf', 'a.pdf']) {
      await act(async () => arrivals.get(name)?.({ path: `/files/${name}` }));
      await settle(4);
    }
    expect((probed.value as { files: { name: string }[] }).files.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']);
  });

  it('refuses a file by kind and size, with its name, the reason and what is allowed', async () => {
    const { container, calls } = await show(formOf([field]), { calls: answers });
    await choose(chooser(container), [new File(['abc'], 'a.exe'), new File(['12345678901'], 'big.pdf'), new File([], 'none.pdf')]);
    expect(calls).toEqual([]);
    const said = screen.getAllByRole('alert').map((one) => one.textContent);
    expect(said).toEqual(
      expect.arrayContaining([
        'a.exe was not accepted: this kind of file is not allowed. Allowed: .pdf.',
        'big.pdf was not accepted: it has 11 B, allowed are 10 B.',
        'none.pdf was not accepted: the file is empty.',
      ]),
    );
  });

  it('keeps a failed file to be sent again', async () => {
    let isBroken = true;
    const calls = {
      'file.upload': () => {
        if (isBroken) throw new Error('no network');
        return { path: '/files/2' };
      },
    };
    const { container } = await show(formOf([field]), { calls });
    await choose(chooser(container), [new File(['abc'], 'a.pdf')]);
    expect(container.textContent).toContain('a.pdf could not be sent: no network');
    isBroken = false;
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(probed.value).toMatchObject({ files: [{ name: 'a.pdf', path: '/files/2' }] });
    expect(container.textContent).not.toContain('could not be sent');
  });

  it('says why the server refuses a file, and offers no other try of the same', async () => {
    const upload = () => {
      const details = [{ field: 'file', key: 'file.content', message: 'a.pdf is not what its name says' }];
      throw Object.assign(new Error('Parameter error'), { code: 'PARAMETER_ERROR', call: 'file.upload', details });
    };
    const { container } = await show(formOf([field]), { calls: { 'file.upload': upload } });
    await choose(chooser(container), [new File(['abc'], 'a.pdf')]);
    expect(saidOf(container)).toEqual(['a.pdf is not what its name says']);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('[FILE-03] keeps what can be sent again when more is chosen', async () => {
    const upload = () => {
      throw new Error('no network');
    };
    const { container } = await show(formOf([field]), { calls: { 'file.upload': upload } });
    await choose(chooser(container), [new File(['abc'], 'a.pdf'), new File(['abc'], 'a.exe')]);
    await choose(chooser(container), [new File(['abc'], 'b.pdf')]);
    expect(saidOf(container)).toEqual(['a.pdf could not be sent: no network', 'b.pdf could not be sent: no network']);
  });
});

describe('select', () => {
  it('[DICT-01] has its choices when a code list that could not be loaded is tried again', async () => {
    let asked = 0;
    await show(formOf([{ widget: 'radio', name: 'level', label: { en: 'Level' }, dictionary: 'level' }]), {
      dictionaries: [{ dictType: 'level', dictValue: '1', dictLabel: 'High' }],
      get until() {
        asked += 1;
        const away = Object.assign(new Error('The server cannot be reached'), { code: 'NETWORK_ERROR' });
        return asked === 1 ? Promise.reject(away) : Promise.resolve();
      },
    });
    await settle(4);
    expect(screen.queryByRole('radio')).toBeNull();
    // Long before it is asked for again by itself.
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByRole('radio', { name: 'High' })).toBeTruthy();
  });

  it('calls its choices anew in another language', async () => {
    const choices = [{ id: 1, name: { en: 'Finance', 'zh-Hans': '财务' } }];
    const field = { widget: 'tree-check', name: 'it', label: { en: 'It' }, call: 'it.list', valueField: 'id', labelField: 'name' };
    const { engine, container } = await show(formOf([field]), { calls: { 'it.list': () => choices } });
    expect(container.textContent).toContain('Finance');
    const { localized } = engine.translate;
    engine.translate.localized = (value) =>
      value && typeof value === 'object' && 'zh-Hans' in value ? String(value['zh-Hans']) : localized(value);
    await act(async () => {
      engine.app.language = 'zh-Hans';
    });
    await settle(3);
    engine.translate.localized = localized;
    expect(container.textContent).toContain('财务');
  });

  it('reads choices of a call by its fields, and searches there', async () => {
    const people = [
      { userId: 7, realName: 'Ada' },
      { userId: 8, realName: 'Bob' },
    ];
    const { calls } = await show(
      formOf([
        {
          widget: 'select',
          name: 'user',
          label: { en: 'User' },
          call: 'user.list',
          valueField: 'userId',
          labelField: 'realName',
          searchParameter: 'keyword',
        },
      ]),
      {
        calls: {
          'user.list': ({ with: query }) => ({ content: people.filter((one) => one.realName.includes(String(query?.keyword ?? ''))) }),
        },
      },
    );
    const input = screen.getByRole('combobox');
    fireEvent.mouseDown(input);
    fireEvent.change(input, { target: { value: 'Bo' } });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 400)));
    await settle(4);
    expect(calls.at(-1)?.args.with).toEqual({ keyword: 'Bo' });
    await click([...document.querySelectorAll('[class*=item-option-content]')].find((one) => one.textContent === 'Bob') as Element);
    expect(probed.value).toEqual({ user: 8 });
  });

  it('shows what is chosen by its text, though the call that searches does not list it', async () => {
    const { container } = await show(
      formOf([
        {
          widget: 'select',
          name: 'user',
          label: { en: 'User' },
          call: 'user.list',
          valueField: 'userId',
          labelField: 'realName',
          searchParameter: 'keyword',
          known: [{ userId: '9', realName: [{ l: 'en', t: 'Cleo' }] }],
          default: '9',
        },
      ]),
      { calls: { 'user.list': () => ({ content: [{ userId: '7', realName: 'Ada' }] }) } },
    );
    await settle(4);
    expect(container.querySelector('[class*=selection-item]')?.textContent).toBe('Cleo');
  });

  it('shows what is chosen by its text, though the list does not offer it any more', async () => {
    const chosen = (name: string, more: object) => ({
      ...{ widget: 'select', name, label: { en: name }, valueField: 'userId', labelField: 'realName', default: '9' },
      ...{ options: [{ userId: '7', realName: 'Ada' }], ...more },
    });
    const known = [{ userId: '9', realName: [{ l: 'en', t: 'Cleo' }] }];
    const { container } = await show(formOf([chosen('told', { known }), chosen('untold', {})]));
    await settle(4);
    const shown = [...container.querySelectorAll('[class*=selection-item]')].map(({ textContent }) => textContent);
    expect(shown[0]).toBe('Cleo');
    expect(shown[1]).toContain('9');
  });

  it('has what is written out in front of what a call finds, as far as it fits what is typed, and asks the call for no name of it', async () => {
    const field = {
      widget: 'select',
      name: 'user',
      label: { en: 'User' },
      call: 'user.list',
      valueField: 'userId',
      labelField: 'realName',
    };
    const front = { options: [{ value: '(none)', label: { en: 'Nobody' } }], default: '(none)' };
    const { calls, container } = await show(formOf([{ ...field, ...front, searchParameter: 'keyword', chosenParameter: 'chosen' }]), {
      calls: { 'user.list': () => ({ content: [{ userId: '7', realName: 'Ada' }] }) },
    });
    await settle(4);
    expect(container.querySelector('[class*=selection-item]')?.textContent).toBe('Nobody');
    expect(calls.filter(({ args }) => args.with?.chosen !== undefined)).toEqual([]);
    const input = screen.getByRole('combobox');
    const offered = () => [...document.querySelectorAll('[class*=item-option-content]')].map(({ textContent }) => textContent);
    fireEvent.mouseDown(input);
    await settle(4);
    expect(offered()).toEqual(['Nobody', 'Ada']);
    fireEvent.change(input, { target: { value: 'Ad' } });
    await act(async () => new Promise((resolve) => setTimeout(resolve, 400)));
    await settle(4);
    expect(offered()).toEqual(['Ada']);
  });

  it('has what is written out in front of a dictionary', async () => {
    const field = { widget: 'radio', name: 'kind', label: { en: 'Kind' }, dictionary: 'kind' };
    const front = { options: [{ value: '(none)', label: { en: 'Without' } }] };
    await show(formOf([{ ...field, ...front }]), {
      dictionaries: [{ dictType: 'kind', dictValue: 'a', dictLabel: [{ l: 'en', t: 'First', d: true }] }],
    });
    expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual(['Without', 'First']);
  });

  it('takes the selectable entries of a dictionary', async () => {
    await show(formOf([{ widget: 'radio', name: 'kind', label: { en: 'Kind' }, dictionary: 'kind' }]), {
      dictionaries: [
        { dictType: 'kind', dictValue: 'a', dictLabel: [{ l: 'en', t: 'First', d: true }] },
        { dictType: 'kind', dictValue: 'b', dictLabel: 'Old', status: '1' },
      ],
    });
    expect(screen.getByLabelText<HTMLInputElement>('First').disabled).toBe(false);
    expect(screen.getByLabelText<HTMLInputElement>('Old').disabled).toBe(true);
  });
});

describe('array table', () => {
  const columns = [
    { name: 'name', title: { en: 'Name' }, required: true },
    { name: 'kind', title: { en: 'Kind' }, type: 'select', options: [{ value: 1, label: { en: 'One' } }], default: 1 },
  ];
  const field = { widget: 'array-table', name: 'rows', label: { en: 'Rows' }, columns, max: 3 };
  const rowsOf = () => (probed.value as { rows: { name?: string }[] }).rows;
  const start = { initial: { rows: [{ name: 'a' }, { name: 'b' }] } };

  it('adds rows with defaults up to the maximum', async () => {
    await show(formOf([field], start));
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add a row' });
    await click(add);
    expect(rowsOf()).toEqual([{ name: 'a' }, { name: 'b' }, { kind: 1 }]);
    expect(add.disabled).toBe(true);
    expect((document.activeElement as HTMLElement).getAttribute('aria-label')).toBe('Name, row 3');
  });

  it('offers choices by the names their column gives their fields', async () => {
    const options = '{{ [{name: "amount", title: "Amount"}] }}';
    const named = { name: 'kind', title: { en: 'Kind' }, type: 'select', options, valueField: 'name', labelField: 'title' };
    await show(formOf([{ ...field, columns: [columns[0], named] }], start));
    const cell = screen.getByLabelText<HTMLSelectElement>('Kind, row 1');
    expect([...cell.options].map(({ value, text }) => [value, text])).toEqual([
      ['', ''],
      ['amount', 'Amount'],
    ]);
    fireEvent.change(cell, { target: { value: 'amount' } });
    await settle(2);
    expect(rowsOf()[0]).toEqual({ name: 'a', kind: 'amount' });
  });

  it('removes a row and brings it back in its place', async () => {
    await show(formOf([field], start));
    await click(screen.getByRole('button', { name: 'Remove row 1' }));
    expect(rowsOf()).toEqual([{ name: 'b' }]);
    await click(screen.getByRole('button', { name: 'Undo' }));
    expect(rowsOf()).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  it('offers no way back for a row of a list that is another one since', async () => {
    const other: NodeDocument = {
      widget: 'button',
      text: { en: 'Other' },
      onClick: [{ set: { 'form.values.rows': [{ name: 'x' }, { name: 'y' }] } }],
    };
    await show([...formOf([field], start), other]);
    await click(screen.getByRole('button', { name: 'Remove row 1' }));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Other' }));
    expect(rowsOf()).toEqual([{ name: 'x' }, { name: 'y' }]);
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    // Nor once that list is changed here.
    await act(async () => void fireEvent.change(screen.getByLabelText('Name, row 1'), { target: { value: 'z' } }));
    await settle(2);
    expect(rowsOf()[0]).toEqual({ name: 'z' });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('moves a row by Alt and arrow with the focus in it', async () => {
    await show(formOf([field], start));
    const cell = screen.getByLabelText('Name, row 2');
    await act(async () => cell.focus());
    await act(async () => void fireEvent.keyDown(cell, { key: 'ArrowUp', altKey: true }));
    await settle(3);
    expect(rowsOf().map((row) => row.name)).toEqual(['b', 'a']);
    expect((document.activeElement as HTMLInputElement).value).toBe('b');
  });

  it('names the row and cell that stop a submit', async () => {
    const { container, calls } = await show(
      formOf([field], {
        initial: { rows: [{ name: 'a' }, { name: '' }] },
        onSubmit: [{ call: 'rows.save' }],
        body: [{ widget: 'button', text: { en: 'Save' }, submit: true }],
      }),
      { calls: { 'rows.save': () => null } },
    );
    await click(screen.getByText('Save'));
    expect(calls).toEqual([]);
    expect(container.querySelector('.tg-field-error')?.textContent).toBe('Row 2: Name must be filled in');
    expect(screen.getByLabelText('Name, row 2').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('Name, row 1').getAttribute('aria-invalid')).toBeNull();
  });
});

describe('what cannot be computed', () => {
  const input = (name: string, more: object = {}) => ({ widget: 'input', name, label: { en: name }, ...more });
  const save = { onSubmit: [{ call: 'rows.save' }], body: [{ widget: 'button', text: { en: 'Save' }, submit: true }] };
  const calls = { 'rows.save': () => null };

  it('[ERR-11] of a check is told at its field, in a form and in a table of it, and nothing is sent', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const checks = [{ require: '{{ form.values.a * 2 > 3 }}', message: { en: 'Too small' }, field: 'a' }];
    const form = await show(formOf([input('a')], { initial: { a: 'hello' }, checks, ...save }), { calls });
    await click(screen.getByText('Save'));
    expect(form.container.querySelector('.tg-field-error')?.textContent).toMatch(/^This cannot be checked as it is/);
    expect(form.calls).toEqual([]);
    form.unmount();
    const check = { require: '{{ row.q * 2 > 3 }}', message: { en: 'Too small' } };
    const table = { widget: 'array-table', name: 'rows', label: { en: 'Rows' }, columns: [{ name: 'q', title: { en: 'q' }, check }] };
    const rows = await show(formOf([table], { initial: { rows: [{ q: 'hello' }] }, ...save }), { calls });
    await click(screen.getByText('Save'));
    expect(rows.container.querySelector('.tg-field-error')?.textContent).toMatch(/^Row 1: This cannot be checked as it is/);
    expect(rows.calls).toEqual([]);
  });

  it('of a field is explained in the room of the field', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { container } = await show(
      formOf([input('m', { warning: "{{ form.values.m * 2 > 3 ? 'x' : '' }}", span: 12 })], { initial: { m: 'hello' } }),
    );
    const space = container.querySelector<HTMLElement>('.tg-field-space');
    expect(space?.style.getPropertyValue('--tg-span')).toBe('12');
    expect(space?.textContent).toMatch(/cannot be shown/);
  });
});

describe('array table with checks of its cells', () => {
  const date = (name: string, more: object = {}) => ({ name, title: { en: name }, ...more });
  const columns = [
    date('from'),
    date('to', { check: { require: '{{ row.to >= row.from && index < 2 }}', message: { en: 'It ends before it begins' } } }),
  ];
  const field = { widget: 'array-table', name: 'rows', label: { en: 'Rows' }, columns };
  const form = (rows: object[]) =>
    formOf([field], {
      initial: { rows },
      onSubmit: [{ call: 'rows.save' }],
      body: [{ widget: 'button', text: { en: 'Save' }, submit: true }],
    });

  it('tells at the cell what its row makes wrong, and asks nothing of an empty one', async () => {
    const rows = [{ from: '2', to: '3' }, { from: '2', to: '1' }, { from: '2' }];
    const { container, calls } = await show(form(rows), { calls: { 'rows.save': () => null } });
    await click(screen.getByText('Save'));
    expect(calls).toEqual([]);
    expect(container.querySelector('.tg-field-error')?.textContent).toBe('Row 2: It ends before it begins');
    const wrong = [...container.querySelectorAll('[aria-invalid="true"].tg-cell-editor')];
    expect(wrong.map((cell) => cell.getAttribute('aria-label'))).toEqual(['to, row 2']);
    expect(document.activeElement).toBe(wrong[0]);
    // Mended through the other cell of the row.
    fireEvent.change(screen.getByLabelText('from, row 2'), { target: { value: '0' } });
    await settle(2);
    expect(container.querySelector('.tg-field-error')?.textContent).toBe('');
    expect(container.querySelector('[aria-invalid].tg-cell-editor')).toBeNull();
    await click(screen.getByText('Save'));
    expect(calls).toHaveLength(1);
  });
});

describe('multilingual', () => {
  it('[I18N-04] takes long wordings on several lines', async () => {
    await show(formOf([{ widget: 'multilingual', name: 'text', label: { en: 'Text' }, rows: 3, maxLength: 1000 }]));
    const field = screen.getByLabelText<HTMLTextAreaElement>('Text (English)');
    expect([field.tagName, field.rows, field.maxLength]).toEqual(['TEXTAREA', 3, 1000]);
    fireEvent.change(field, { target: { value: 'one\ntwo' } });
    await settle(2);
    expect(probed.value).toEqual({ text: [{ l: 'en', t: 'one\ntwo', d: true }] });
  });

  it('[I18N-04] edits one wording a language and keeps one default', async () => {
    await show(formOf([{ widget: 'multilingual', name: 'label', label: { en: 'Label' } }]));
    fireEvent.change(screen.getByLabelText('Label (English)'), { target: { value: 'Low' } });
    await settle(2);
    await click(screen.getByRole('button', { name: 'Other languages' }));
    fireEvent.change(screen.getByLabelText('Label (简体中文)'), { target: { value: '低' } });
    await settle(2);
    expect(probed.value).toEqual({
      label: [
        { l: 'en', t: 'Low', d: true },
        { l: 'zh-Hans', t: '低' },
      ],
    });
    await click(screen.getByLabelText('简体中文 is the default'));
    expect(probed.value).toEqual({
      label: [
        { l: 'en', t: 'Low' },
        { l: 'zh-Hans', t: '低', d: true },
      ],
    });
    fireEvent.change(screen.getByLabelText('Label (简体中文)'), { target: { value: '' } });
    await settle(2);
    expect(probed.value).toEqual({ label: [{ l: 'en', t: 'Low', d: true }] });
  });
});
