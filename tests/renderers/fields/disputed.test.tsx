import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formOf, settle, show } from './harness.tsx';

const click = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle(6);
};

it('[DICT-02] a choice that both changed is told by the label of what somebody else chose, wherever the choices come from', async () => {
  const people = [
    { id: '1', name: 'Ann' },
    { id: '2', name: 'Bob' },
    { id: '3', name: 'Cleo' },
  ];
  const tree = [{ id: 'a', name: 'All', children: [{ id: 'b', name: 'Below' }] }];
  const source = { call: 'user.list', valueField: 'id', labelField: 'name' };
  const fields = [
    { widget: 'select', name: 'owner', label: { en: 'Owner' }, ...source },
    {
      widget: 'radio',
      name: 'deputy',
      label: { en: 'Deputy' },
      options: people.map(({ id, name }) => ({ value: id, label: { en: name } })),
    },
    { widget: 'checkbox', name: 'level', label: { en: 'Level' }, options: [{ value: 'x', label: { en: 'High' } }] },
    { widget: 'tree-select', name: 'place', label: { en: 'Place' }, call: 'department.tree', valueField: 'id', labelField: 'name' },
    { widget: 'select', name: 'gone', label: { en: 'Gone' }, ...source },
    { widget: 'select', name: 'none', label: { en: 'None' }, ...source },
  ];
  const mine = { owner: '1', deputy: '1', level: ['y'], place: 'a', gone: '1', none: '1' };
  const theirs = { owner: '2', deputy: '3', level: 'x', place: 'b', gone: '9', none: null };
  const { asked } = await show(
    [
      ...formOf(fields, {
        initial: { version: 1, none: '3' },
        onSubmit: [{ call: 'user.save', body: '{{ form.values }}' }],
        body: [{ widget: 'button', text: { en: 'Save' }, submit: true }],
      }),
      {
        widget: 'button',
        text: { en: 'Choose' },
        onClick: Object.entries(mine).map(([name, value]) => ({
          set: { [`form.values.${name}`]: Array.isArray(value) ? `{{ ['${value[0]}'] }}` : value },
        })),
      },
    ],
    {
      calls: {
        'user.list': () => people,
        'department.tree': () => tree,
        'user.save': () => {
          throw Object.assign(new Error('conflict'), { code: 'CONFLICT', call: 'user.save', status: 409, data: { ...theirs, version: 2 } });
        },
      },
    },
  );
  await click('Choose');
  await click('Save');
  const lines = asked
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('·'));
  expect(lines).toEqual(['· Owner: Bob', '· Deputy: Cleo', '· Level: High', '· Place: Below', '· Gone', '· None: (empty)']);
});
