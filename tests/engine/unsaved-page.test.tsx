// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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
