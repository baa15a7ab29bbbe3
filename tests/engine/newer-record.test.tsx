// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makeEngine, settle, showPage } from './support.tsx';

it('what a form makes of a record is made anew of what somebody else saved: saving again takes nothing of it back', async () => {
  const latest = { version: 2, name: 'Old', tags: ['theirs', 'too'] };
  const conflict = Object.assign(new Error('conflict'), { code: 'CONFLICT', call: 'user.save', status: 409, data: latest });
  const answers = [() => Promise.reject(conflict), () => ({})];
  const engine = makeEngine(() => answers.shift()?.());
  await showPage(engine, {
    body: [
      {
        widget: 'form',
        name: 'edit',
        initial: { version: 1, name: 'Old', tagText: 'ours' },
        newer: "{{ merge(pick(latest, ['version', 'name']), {tagText: join(latest.tags, ', ')}) }}",
        fields: [
          { widget: 'input', name: 'name', label: 'name' },
          { widget: 'input', name: 'tagText', label: 'tags' },
        ],
        onSubmit: [{ call: 'user.save', body: '{{ edit.values }}' }],
        body: [{ widget: 'press', text: 'save', submit: true }],
      },
    ],
  } as never);
  const save = async () => {
    fireEvent.click(screen.getByText('save'));
    await settle();
  };
  fireEvent.change(screen.getByLabelText('name'), { target: { value: 'Mine' } });
  await save();
  await vi.waitFor(() => expect(engine.feedback.dialog).toHaveBeenCalled());
  expect(engine.feedback.dialog.mock.calls.map(([{ level }]) => level)).toEqual(['warning']);
  expect(screen.getByLabelText<HTMLInputElement>('tags').value).toBe('theirs, too');
  await save();
  expect(engine.client.call.mock.calls.at(-1)?.[1]).toMatchObject({ body: { version: 2, name: 'Mine', tagText: 'theirs, too' } });
});
