// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AppHistory } from '../../src/app/history.ts';
import { makeEngine, settle, showPage } from './support.tsx';

it('[WS-12] asks before a page is left while its `unsaved` says so, by whatever `when` of a node would show', async () => {
  const engine = makeEngine();
  const set = (text: string, value: unknown) => ({ widget: 'press', text, onClick: [{ set: { 'state.codes': value } }] });
  await showPage(engine, {
    state: { codes: { initial: '' } },
    unsaved: { when: '{{ state.codes }}', title: 'test.keep' },
    body: [
      { widget: 'label', text: 'shown', when: '{{ state.codes }}' },
      set('list', ['a', 'b']),
      set('text', 'a b'),
      set('number', 2),
      set('yes', true),
      set('kept', ''),
      set('none', 0),
    ],
  } as never);
  const press = async (text: string) => {
    fireEvent.click(screen.getByText(text));
    await settle();
    expect(engine.leave.blocked).toBe(screen.queryByText('shown') !== null);
    return engine.leave.blocked;
  };
  expect(engine.leave.blocked).toBe(false);
  for (const some of ['list', 'text', 'number', 'yes']) {
    expect([some, await press(some)]).toEqual([some, true]);
    expect(await press('kept')).toBe(false);
  }
  expect(await press('none')).toBe(false);

  await press('text');
  engine.feedback.dialog.mockResolvedValueOnce(false);
  expect(await engine.leave.confirm(engine)).toBe(false);
  const [asked] = engine.feedback.dialog.mock.calls.at(-1) ?? [];
  expect(asked?.words()).toMatchObject({ title: 'test.keep', okText: 'engine.discard' });
});

it('[WS-12] asks again for what is typed after a link to the very page was followed, which stays', async () => {
  window.history.replaceState(null, '', '/test');
  const engine = makeEngine();
  engine.feedback.dialog.mockResolvedValue(true);
  const { leave } = engine;
  const history = new AppHistory(window, {
    get blocked() {
      return leave.blocked;
    },
    ask: () => leave.confirm(engine),
  });
  const field = { widget: 'input', name: 'a', label: 'a' };
  await showPage(engine, { body: [{ widget: 'form', name: 'edit', guard: true, initial: { a: '' }, fields: [field] }] } as never);
  const type = async (value: string) => {
    fireEvent.change(screen.getByLabelText('a'), { target: { value } });
    await settle();
  };
  const asked = () => engine.feedback.dialog.mock.calls.length;
  await type('one');
  history.push('/test?x=1');
  await settle();
  expect([asked(), leave.blocked, window.location.search]).toEqual([1, false, '?x=1']);
  await type('an hour of work');
  expect(leave.blocked).toBe(true);
  engine.feedback.dialog.mockResolvedValue(false);
  history.push('/other');
  await settle();
  expect([asked(), leave.blocked, window.location.pathname]).toEqual([2, true, '/test']);
  history.dispose();
});
