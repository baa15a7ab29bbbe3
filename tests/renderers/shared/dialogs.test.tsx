import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Provider } from '../../../renderers/shared/theme/Provider.tsx';
import { LateFeedback } from '../../../src/app/late-feedback.ts';
import type { NodeDocument, ThemeDocument } from '../../../src/core/types.ts';
import { EngineProvider } from '../../../src/engine/index.ts';
import { pageOf, settled, themes, world } from '../world.tsx';

const note = { set: { 'state.done': 'done' } };
const asking: Record<string, NodeDocument> = {
  'a button': { widget: 'button', label: 'asks', icon: 'delete', text: 'common.delete', confirm: 'message.deleteConfirm', onClick: [note] },
  'a step': {
    widget: 'button',
    text: 'common.delete',
    onClick: [{ confirm: 'message.deleteConfirm', title: 'table.confirmTitle', okText: 'common.delete', cancelText: 'table.cancel' }, note],
  },
  'an action of a row': {
    widget: 'table',
    title: { en: 'Rows' },
    columns: [{ name: 'id', title: { en: 'Id' } }],
    rows: [{ id: 'one' }],
    actions: [{ text: 'common.delete', confirm: "{{ t('message.deleteConfirm') }}", onClick: [note] }],
  },
};

afterEach(() => vi.restoreAllMocks());

it.each(Object.keys(asking))('[I18N-01] the question of %s follows the language while it is open, and is answered once', async (kind) => {
  const made = await world();
  const feedback = new LateFeedback();
  Object.assign(made.engine, { feedback });
  const body = [asking[kind] as NodeDocument, { widget: 'text', text: '{{ state.done }}' }];
  render(
    <EngineProvider engine={made.engine}>
      <Provider theme={themes['theme-tw'] as ThemeDocument} language="en" nonce={undefined} onFeedback={(real) => feedback.connect(real)}>
        {made.view(pageOf(body, { state: { done: { initial: '' } } }))}
      </Provider>
    </EngineProvider>,
  );
  await settled();
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', {}, { timeout: 15_000 });
  expect(dialog.textContent).toContain('Please confirm');
  expect(dialog.textContent).toContain('Delete');
  for (const [language, words] of [
    ['zh-Hans', ['请确认', '删除', '取消']],
    ['zh-Hant', ['請確認', '刪除', '取消']],
    ['en', ['Please confirm', 'Delete', 'Cancel']],
  ] as const) {
    await act(async () => await made.speak(language));
    await settled();
    for (const word of words) expect(dialog.textContent, `${language} ${dialog.textContent}`).toContain(word);
    if (language !== 'en') expect(dialog.textContent).not.toMatch(/[A-Za-z]/);
  }
  await act(async () => void fireEvent.click([...dialog.querySelectorAll('button')].at(-1) as Element));
  await settled();
  expect(screen.getByText('done')).toBeTruthy();
});
