import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Provider } from '../../../renderers/shared/theme/Provider.tsx';
import type { NodeDocument, ThemeDocument } from '../../../src/core/types.ts';
import { EngineProvider, LateFeedback } from '../../../src/engine/index.ts';
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

it('[STATE-09] behind a dialog that stands alone nothing is shown or read out until it is answered or taken away', async () => {
  const made = await world();
  const feedback = new LateFeedback();
  render(
    <EngineProvider engine={made.engine}>
      <Provider theme={themes['theme-tw'] as ThemeDocument} language="en" nonce={undefined} onFeedback={(real) => feedback.connect(real)}>
        {made.view(pageOf([{ widget: 'button', text: { en: 'Secret' }, onClick: [] }]))}
      </Provider>
    </EngineProvider>,
  );
  await settled();
  const ask = (alone: boolean, signal?: AbortSignal) =>
    feedback.dialog({
      level: 'confirm',
      alone,
      ...(signal && { signal }),
      words: () => ({ title: 'Leave?', text: 'Really', okText: 'Go' }),
    });
  const isCovered = () => document.documentElement.classList.contains('tg-covered');
  const early = new AbortController();
  const unseen = ask(true, early.signal);
  early.abort();
  expect(await unseen).toBe(false);
  expect([isCovered(), screen.queryByText('Leave?')]).toEqual([false, null]);

  const answered = ask(true);
  const dialog = await screen.findByRole('dialog', {}, { timeout: 15_000 });
  expect(isCovered()).toBe(true);
  expect(dialog.closest('.tg-alone')).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByText('Go')));
  expect(await answered).toBe(true);
  expect(isCovered()).toBe(false);

  const withdrawing = new AbortController();
  const withdrawn = ask(true, withdrawing.signal);
  await waitFor(() => expect(isCovered()).toBe(true));
  await act(async () => withdrawing.abort());
  expect(await withdrawn).toBe(false);
  expect(isCovered()).toBe(false);
  void ask(false);
  await settled();
  expect(isCovered()).toBe(false);
});

it('a message is taken back before it is shown and while it is shown', async () => {
  const made = await world();
  const feedback = new LateFeedback();
  feedback.message('warning', 'Never shown')();
  render(
    <EngineProvider engine={made.engine}>
      <Provider theme={themes['theme-tw'] as ThemeDocument} language="en" nonce={undefined} onFeedback={(real) => feedback.connect(real)}>
        {made.view(pageOf([]))}
      </Provider>
    </EngineProvider>,
  );
  await settled();
  const early = feedback.message('warning', 'Said early');
  // Nothing ends an animation here: what leaves stays, and says that it leaves.
  const isLeaving = (text: string) => screen.getByText(text).closest('[class*="-leave"]') !== null;
  expect(await screen.findByText('Said early', {}, { timeout: 15_000 })).toBeTruthy();
  await act(async () => early());
  await waitFor(() => expect(isLeaving('Said early')).toBe(true));
  let late = (): void => undefined;
  await act(async () => {
    feedback.message('info', 'Stays');
    late = feedback.message('info', 'Goes');
  });
  expect(screen.getByText('Goes')).toBeTruthy();
  await act(async () => late());
  await waitFor(() => expect(isLeaving('Goes')).toBe(true));
  expect(isLeaving('Stays')).toBe(false);
  expect(screen.queryByText('Never shown')).toBeNull();
});

it('messages and dialogs say their words only: their signs are decoration, and what closes them says so in the language of the window', async () => {
  const made = await world();
  await act(async () => await made.speak('zh-Hans'));
  const feedback = new LateFeedback();
  render(
    <EngineProvider engine={made.engine}>
      <Provider
        theme={themes['theme-tw'] as ThemeDocument}
        language="zh-Hans"
        nonce={undefined}
        onFeedback={(real) => feedback.connect(real)}
      >
        {made.view(pageOf([]))}
      </Provider>
    </EngineProvider>,
  );
  await settled();
  const levels = ['success', 'info', 'warning', 'error'] as const;
  await act(async () => {
    for (const level of levels) {
      feedback.message(level, `消息 ${level}`);
      feedback.notification(level, '标题', `通知 ${level}`);
    }
    for (const level of [...levels, 'confirm'] as const)
      void feedback.dialog({ level, words: () => ({ text: `问题 ${level}`, okText: '确定' }) });
  });
  await screen.findAllByText('问题 confirm', {}, { timeout: 15_000 });
  expect(document.querySelectorAll('.anticon[aria-hidden="true"] path').length).toBeGreaterThanOrEqual(13);
  const shapes = (level: string) =>
    new Set([...document.querySelectorAll(`.ant-notification-notice-icon-${level} path`)].map((path) => path.getAttribute('d')));
  const [question, warning] = [shapes('confirm'), shapes('warning')];
  expect(warning, 'a question and a warning have the same sign').toEqual(question);
  const named = [...document.querySelectorAll('[role="img"], [aria-label]')].filter((element) => !element.closest('[aria-hidden="true"]'));
  expect(named.map((element) => element.getAttribute('aria-label')).filter((label) => /[A-Za-z]/.test(label ?? ''))).toEqual([]);
});
