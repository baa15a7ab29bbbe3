import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { formOf, probed, type ShowOptions, settle, show } from './harness.tsx';

interface Case {
  /** A value of the field and what people see of it. */
  value: unknown;
  seen: (root: HTMLElement) => boolean;
  /** Changes the value as a user does; `changed` is what the form then holds. */
  change?: (control: HTMLElement, root: HTMLElement) => void | Promise<void>;
  changed?: unknown;
}

const examples = import.meta.glob<{ 'x-example': NodeDocument; 'x-kind': string }>('../../../renderers/fields/*/options.schema.json', {
  eager: true,
  import: 'default',
});
const type = (text: string) => (control: HTMLElement) => {
  fireEvent.change(control, { target: { value: text } });
  fireEvent.blur(control);
};
const holds = (text: string) => (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLInputElement>('input, textarea')].some((input) => input.value === text) ||
  (root.textContent ?? '').includes(text);
const checkedBox = (root: HTMLElement) => root.querySelector('input:checked') !== null;

/** Every field of renderers/fields stands here: one that is missing fails the first test. */
const cases: Record<string, Case> = {
  input: { value: 'Ada', seen: holds('Ada'), change: type('Bob'), changed: 'Bob' },
  password: { value: 'secret', seen: holds('secret'), change: type('other'), changed: 'other' },
  number: { value: 12, seen: holds('12'), change: type('34'), changed: 34 },
  'text-area': { value: 'long', seen: holds('long'), change: type('longer'), changed: 'longer' },
  code: { value: 'a = 1', seen: holds('a = 1'), change: type('a = 2'), changed: 'a = 2' },
  captcha: { value: 'ab12', seen: holds('ab12'), change: type('x9'), changed: 'x9' },
  radio: {
    value: 'C',
    seen: checkedBox,
    change: (_, root) => void fireEvent.click(root.querySelectorAll('input[type=radio]')[0] as Element),
    changed: 'M',
  },
  checkbox: { value: true, seen: checkedBox, change: (control) => void fireEvent.click(control), changed: false },
  switch: {
    value: '0',
    seen: (root) => root.querySelector('[aria-checked=true]') !== null,
    change: (control) => void fireEvent.click(control),
    changed: '1',
  },
  select: {
    value: '0',
    seen: holds('Active'),
    change: async (control) => {
      fireEvent.mouseDown(control.closest('.ant-select-selector, .antd-select-selector, [class*=select-selector]') ?? control);
      await settle();
      fireEvent.click(
        [...document.querySelectorAll('[class*=item-option-content]')].find((one) => one.textContent === 'Disabled') as Element,
      );
    },
    changed: '1',
  },
  'tree-select': {
    value: '2',
    seen: holds('Audit'),
    change: async (control) => {
      fireEvent.mouseDown(control.closest('[class*=select-selector]') ?? control);
      await settle();
      fireEvent.click([...document.querySelectorAll('[class*=tree-title]')].find((one) => one.textContent === 'Head office') as Element);
    },
    changed: '1',
  },
  date: {
    value: '2026-03-31',
    seen: holds('2026-03-31'),
    change: async (control) => {
      fireEvent.mouseDown(control);
      fireEvent.focus(control);
      fireEvent.change(control, { target: { value: '2026-04-01' } });
      fireEvent.keyDown(control, { key: 'Enter', code: 'Enter' });
      await settle(4);
    },
    changed: '2026-04-01',
  },
  'date-range': { value: ['2026-03-01', '2026-03-31'], seen: holds('2026-03-31') },
  upload: {
    value: [{ name: 'plan.pdf', path: '/files/plan.pdf', size: 2048 }],
    seen: holds('plan.pdf'),
    change: (_, root) => void fireEvent.click(root.querySelector('[aria-label="Remove plan.pdf"]') as Element),
    changed: [],
  },
  multilingual: {
    value: [
      { l: 'en', t: 'Low', d: true },
      { l: 'zh-Hans', t: '低' },
    ],
    seen: holds('Low'),
    change: type('Lower'),
    changed: [
      { l: 'en', t: 'Lower', d: true },
      { l: 'zh-Hans', t: '低' },
    ],
  },
  'array-table': {
    value: [{ name: 'Ada', share: 10 }],
    seen: holds('Ada'),
    change: (_, root) => type('Bob')(root.querySelector('.tg-cell-editor') as HTMLElement),
    changed: [{ name: 'Bob', share: 10 }],
  },
  'condition-tree': {
    value: { all: [{ field: 'city', operator: 'is', value: 'Rome' }] },
    seen: holds('Rome'),
    change: (_, root) => type('Oslo')(root.querySelector('[data-editor="text"]') as HTMLElement),
    changed: { all: [{ field: 'city', operator: 'is', value: 'Oslo' }] },
  },
  'tree-check': {
    value: ['2'],
    seen: (root) => (root.textContent ?? '').includes('1 of 3'),
    change: (_, root) => void fireEvent.click(root.querySelector('[role=treeitem]') as Element),
    changed: ['2', '1', '3'],
  },
  'icon-choice': { value: 'team', seen: holds('team'), change: type('user'), changed: 'user' },
  'component-string': { value: 'main#home', seen: holds('main#home'), change: type('home'), changed: 'home' },
  hidden: { value: 'x', seen: () => true },
};
const options: ShowOptions = {
  calls: { 'login.captcha': () => ({ image: 'R0lGODlh', key: 'k1' }), 'file.upload': () => ({ path: '/files/a.pdf' }) },
};

function controlOf(root: HTMLElement, name: string): HTMLElement {
  const label = root.querySelector<HTMLLabelElement>('label[for]');
  const id = label?.htmlFor ?? root.querySelector(`[id$="-${name}"]`)?.id ?? '';
  const control = document.getElementById(id);
  if (!control) throw new Error(`Nothing has the id of the field "${name}"`);
  return control;
}

let problems: unknown[][] = [];
beforeEach(() => {
  problems = [];
  vi.spyOn(console, 'error').mockImplementation((...args) => void problems.push(args));
});
afterEach(() => expect(problems).toEqual([]));

describe('contract of every field', () => {
  const all = Object.entries(examples).map(([path, schema]) => ({ key: path.split('/').at(-2) ?? '', example: schema['x-example'] }));

  it('knows every field of the vocabulary', () => {
    expect(all.map(({ key }) => key).sort()).toEqual(Object.keys(cases).sort());
  });

  describe.each(all.filter(({ key }) => key !== 'hidden'))('$key', ({ key, example }) => {
    const name = String(example.name);
    const label = { en: 'The label' };
    const case_ = cases[key] as Case;
    const withValue = { initial: { [name]: case_.value } };

    it('has a control its label leads to', async () => {
      const { container } = await show(formOf([{ ...example, label }], {}), options);
      expect(container.textContent).toContain('The label');
      const control = controlOf(container, name);
      expect(control.matches('input, textarea, select, button')).toBe(true);
      await act(async () => control.focus());
      expect(document.activeElement?.closest('.tg-field')).not.toBeNull();
    });

    it('shows its value', async () => {
      const { container } = await show(formOf([{ ...example, label }], withValue), options);
      expect(case_.seen(container)).toBe(true);
    });

    it('takes an empty value', async () => {
      for (const value of [undefined, null, '']) {
        const { unmount, container } = await show(formOf([{ ...example, label }], { initial: { [name]: value } }), options);
        expect(container.querySelector('.tg-field')).not.toBeNull();
        unmount();
      }
    });

    const editable = it.each(case_.change ? [key] : []);
    editable('%s reports a change', async () => {
      const { container } = await show(formOf([{ ...example, label }], withValue), options);
      await case_.change?.(controlOf(container, name), container);
      await settle();
      expect((probed.value as Record<string, unknown>)[name]).toEqual(case_.changed);
    });

    it('cannot be changed while disabled', async () => {
      const { container } = await show(formOf([{ ...example, label, disabled: true }], withValue), options);
      const controls = [...container.querySelectorAll<HTMLInputElement>('.tg-field input, .tg-field textarea, .tg-field select')];
      const buttons = [...container.querySelectorAll<HTMLButtonElement>('.tg-field [role=switch], .tg-upload-button')];
      for (const control of [...controls, ...buttons]) expect(control.disabled).toBe(true);
      expect((probed.value as Record<string, unknown>)[name]).toEqual(case_.value);
    });

    it.each(case_.change && !['select', 'tree-select'].includes(key) ? [key] : [])('%s keeps its value while read-only', async () => {
      const { container } = await show(formOf([{ ...example, label, readOnly: true }], withValue), options);
      const control = container.querySelector<HTMLElement>('label[for]')
        ? document.getElementById(container.querySelector('label')?.htmlFor ?? '')
        : null;
      // Typing into a read-only control is refused by the browser; everything else must refuse by itself.
      if (control && !(control as HTMLInputElement).readOnly && !['upload'].includes(key)) await case_.change?.(control, container);
      await settle(3);
      expect((probed.value as Record<string, unknown>)[name]).toEqual(case_.value);
    });

    it('says that it is wrong and why', async () => {
      const { container } = await show(
        formOf([{ ...example, label, required: true, default: null }], {
          onSubmit: [{ notify: { en: 'sent' } }],
          body: [{ widget: 'button', text: { en: 'Go' }, submit: true }],
          checks: [{ require: '{{ false }}', message: { en: 'Never right' }, field: name }],
        }),
        options,
      );
      await act(async () => fireEvent.click([...container.querySelectorAll('button')].find((one) => one.textContent === 'Go') as Element));
      await settle(3);
      const error = container.querySelector('.tg-field-error');
      expect(error?.textContent).not.toBe('');
      const described = [...container.querySelectorAll('[aria-describedby]')].some((one) =>
        one
          .getAttribute('aria-describedby')
          ?.split(' ')
          .includes(error?.id ?? ''),
      );
      expect(described).toBe(true);
      expect(container.querySelector('[aria-invalid=true]')).not.toBeNull();
    });

    it('shows its example', async () => {
      const { container } = await show(formOf([example]), options);
      expect(container.querySelector('.tg-field')).not.toBeNull();
      expect(container.querySelector('.tg-explanation')).toBeNull();
    });
  });
});
