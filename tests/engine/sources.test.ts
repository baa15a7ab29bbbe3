// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { planPage } from '../../src/core/index.ts';
import { sourcesOf } from '../../src/core/plan/sources.ts';
import { makeBundle, makeRegistry } from './support.tsx';

/** Sources read by `initial` of a form of a page with these data and values. */
function read(initial: unknown, more: object) {
  const body = [{ widget: 'form', name: 'edit', initial, body: [] }];
  const plan = planPage(makeBundle({ ...more, body } as never), makeRegistry().shapes);
  const option = plan.body[0]?.options.initial;
  if (!option) throw new Error('the form has no initial values');
  return { direct: sourcesOf(option, plan), awaited: sourcesOf(option, plan, 'awaited') };
}

const data = {
  one: { call: 'user.list', with: { id: '{{ values.chosen }}' } },
  two: { call: 'user.list', when: '{{ data.three != null }}' },
  three: { call: 'user.list' },
  other: { call: 'user.list' },
};

it('names the sources an option reads, through values too, and on demand those they wait for', () => {
  const values = { chosen: '{{ data.two.id }}', first: '{{ data.one.name }}' };
  expect(read({ name: '{{ values.first }}' }, { data, values })).toEqual({ direct: ['one'], awaited: ['one', 'two', 'three'] });
  expect(read('{{ data.three }}', { data, values })).toEqual({ direct: ['three'], awaited: ['three'] });
});

it('comes to an end where sources wait for each other', () => {
  const circle = {
    one: { call: 'user.list', with: { id: '{{ data.two.id }}' } },
    two: { call: 'user.list', with: { id: '{{ data.one.id }}' } },
  };
  expect(read('{{ data.one }}', { data: circle }).awaited).toEqual(['one', 'two']);
});
