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
    {
      widget: 'checkbox',
      name: 'level',
      label: { en: 'Level' },
      options: [
        { value: 'x', label: { en: 'High' } },
        { value: 'y', label: { en: 'Low' } },
      ],
    },
    { widget: 'tree-select', name: 'place', label: { en: 'Place' }, call: 'department.tree', valueField: 'id', labelField: 'name' },
    { widget: 'select', name: 'gone', label: { en: 'Gone' }, ...source },
    { widget: 'select', name: 'team', label: { en: 'Team' }, multiple: true, ...source },
    { widget: 'select', name: 'pair', label: { en: 'Pair' }, multiple: true, max: 2, ...source },
    { widget: 'select', name: 'none', label: { en: 'None' }, ...source },
  ];
  const mine = { owner: '1', deputy: '1', level: ['y'], place: 'a', gone: '1', none: '1', team: ['1', '2'], pair: ['1', '2'] };
  const theirs = { owner: '2', deputy: '3', level: ['x'], place: 'b', gone: '9', none: null, team: ['1', '3'], pair: ['1', '3'] };
  const { asked } = await show(
    [
      ...formOf(fields, {
        initial: { version: 1, none: '3', team: ['1'], pair: ['1'] },
        onSubmit: [{ call: 'user.save', body: '{{ form.values }}' }],
        body: [{ widget: 'button', text: { en: 'Save' }, submit: true }],
      }),
      {
        widget: 'button',
        text: { en: 'Choose' },
        onClick: Object.entries(mine).map(([name, value]) => ({
          set: { [`form.values.${name}`]: Array.isArray(value) ? `{{ ${JSON.stringify(value).replaceAll('"', "'")} }}` : value },
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
  expect(asked.join('\n').split('\n')).toEqual([
    'Both of you changed the same fields. The current values are:',
    '· Owner: Bob',
    '· Deputy: Cleo',
    '· Place: Below',
    '· Gone',
    '· Pair: Ann, Cleo',
    '· None: (empty)',
    'These lists hold what both of you chose:',
    '· Level: High, Low',
    '· Team: Ann, Cleo, Bob',
  ]);
});
