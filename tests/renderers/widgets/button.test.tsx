import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { probe, probed, settle, show } from '../fields/harness.tsx';

describe('button', () => {
  it('[LOGIN-19] sends one request for many clicks and is busy meanwhile', async () => {
    let finish: (value: unknown) => void = () => undefined;
    const { calls } = await show(
      [{ widget: 'button', name: 'go', text: { en: 'Sign in' }, onClick: [{ call: 'login.token' }] }, probe('go.busy')],
      {
        calls: { 'login.token': () => new Promise((resolve) => (finish = resolve)) },
      },
    );
    const button = screen.getByRole('button');
    await act(async () => {
      for (let click = 0; click < 5; click += 1) fireEvent.click(button);
    });
    await settle(3);
    expect(calls).toHaveLength(1);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(probed.value).toBe(true);
    await act(async () => finish(null));
    await settle(3);
    expect(button.getAttribute('aria-busy')).toBeNull();
    await act(async () => void fireEvent.click(button));
    await settle(3);
    expect(calls).toHaveLength(2);
  });

  it('says why it is disabled and stays reachable', async () => {
    const { calls } = await show(
      [{ widget: 'button', text: { en: 'Go' }, disabled: true, reason: { en: 'Not yet' }, onClick: [{ call: 'a.b' }] }],
      {
        calls: { 'a.b': () => null },
      },
    );
    const button = screen.getByRole<HTMLButtonElement>('button');
    expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Not yet');
    await act(async () => void fireEvent.click(button));
    await settle(2);
    expect(calls).toEqual([]);
  });

  it('tells screen readers what it is about among others with its text', async () => {
    await show([
      { widget: 'button', text: { en: 'Edit' }, about: { en: 'Audit of June' } },
      { widget: 'button', text: { en: 'Edit' }, about: { en: 'Audit of July' } },
      { widget: 'button', label: { en: 'Remove' }, icon: 'delete', about: { en: 'Audit of July' } },
    ]);
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(names).toEqual(['Edit, Audit of June', 'Edit, Audit of July', 'Remove, Audit of July']);
    expect(screen.getAllByText('Edit')).toHaveLength(2);
  });

  it('asks its question first', async () => {
    const { calls, asked } = await show([{ widget: 'button', text: { en: 'Go' }, confirm: { en: 'Sure?' }, onClick: [{ call: 'a.b' }] }], {
      calls: { 'a.b': () => null },
      sure: false,
    });
    await act(async () => void fireEvent.click(screen.getByRole('button')));
    await settle(2);
    expect([asked, calls]).toEqual([['Sure?'], []]);
  });
});

describe('dropdown', () => {
  it('opens by key, moves by arrows and letters, and returns the focus', async () => {
    const { calls } = await show(
      [
        {
          widget: 'dropdown',
          text: { en: 'More' },
          items: [
            { text: { en: 'Alpha' }, onClick: [{ call: 'a.a' }] },
            { text: { en: 'Beta' }, onClick: [{ call: 'a.b' }] },
            { text: { en: 'Secret' }, permission: 'sys:secret:read', onClick: [{ call: 'a.c' }] },
          ],
        },
      ],
      { calls: { 'a.a': () => null, 'a.b': () => null } },
    );
    const button = screen.getByRole('button');
    const key = async (name: string) => {
      await act(async () => void fireEvent.keyDown(document.activeElement ?? button, { key: name }));
      await settle(1);
    };
    await act(async () => button.focus());
    await key('ArrowDown');
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Alpha', 'Beta']);
    expect(document.activeElement?.textContent).toBe('Alpha');
    await key('b');
    expect(document.activeElement?.textContent).toBe('Beta');
    await act(async () => void fireEvent.click(document.activeElement as Element));
    await settle(3);
    expect(calls.map((call) => call.id)).toEqual(['a.b']);
    expect(document.activeElement).toBe(button);
  });
});

describe('upload area', () => {
  it('sends each file once, also where several fail at the same moment', async () => {
    const { calls, container } = await show([{ widget: 'upload-area', call: 'file.upload' }], {
      calls: {
        'file.upload': () => {
          throw Object.assign(new Error('x'), { code: 'NETWORK_ERROR' });
        },
      },
    });
    const input = container.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('There is no input');
    const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => new File(['1'], name));
    Object.defineProperty(input, 'files', { value: files, configurable: true });
    fireEvent.change(input);
    await settle();
    const sent = calls.filter(({ id }) => id === 'file.upload').map(({ args }) => (args.body as { file: File }).file.name);
    expect(sent.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('sends each file to where it was chosen for, however long it waits and also when it is sent again', async () => {
    const ends: (() => void)[] = [];
    let isOut = true;
    const { calls, container } = await show(
      [
        { widget: 'upload-area', call: 'file.upload', body: { of: '{{ state.of }}' } },
        { widget: 'button', text: { en: 'Other' }, onClick: [{ set: { 'state.of': 'two' } }] },
      ],
      {
        page: { state: { of: { initial: 'one' } } },
        calls: {
          'file.upload': async () => {
            await new Promise<void>((resolve) => ends.push(resolve));
            if (isOut) throw Object.assign(new Error('x'), { code: 'NETWORK_ERROR' });
          },
        },
      },
    );
    const end = async () => {
      for (const one of ends.splice(0)) one();
      await settle(4);
    };
    const input = container.querySelector('input[type="file"]') as HTMLInputElement;
    const choose = async (...names: string[]) => {
      Object.defineProperty(input, 'files', { value: names.map((name) => new File(['1'], name)), configurable: true });
      fireEvent.change(input);
      await settle(2);
    };
    await choose('a', 'b', 'c', 'd');
    fireEvent.click(screen.getByRole('button', { name: 'Other' }));
    await settle(2);
    await choose('e');
    await end();
    await end();
    isOut = false;
    fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    await settle(2);
    await end();
    const sent = calls.map(({ args }) => args.body as { of: string; file: File }).map(({ of, file }) => `${file.name} ${of}`);
    expect(sent).toEqual(['a one', 'b one', 'c one', 'd one', 'e two', 'a one']);
  });
});

describe('search bar', () => {
  it('[RULE-23] searches, while one types, also for what was cleared and typed again at once', async () => {
    await show([{ widget: 'search-bar', name: 'search', live: true }, probe('search.keyword')]);
    const input = screen.getByRole('searchbox');
    const type = (value: string) => fireEvent.change(input, { target: { value } });
    type('a');
    await vi.waitFor(async () => {
      await settle(2);
      expect(probed.value).toBe('a');
    });
    type('');
    await settle(2);
    expect(probed.value).toBe('');
    type('a');
    await vi.waitFor(async () => {
      await settle(2);
      expect(probed.value).toBe('a');
    });
  });

  it('[RULE-23] searches on Enter with at most 50 characters', async () => {
    await show([{ widget: 'search-bar', name: 'search' }, probe('search.keyword')]);
    const input = screen.getByRole<HTMLInputElement>('searchbox');
    expect(input.maxLength).toBe(50);
    fireEvent.change(input, { target: { value: ' audit ' } });
    await settle(2);
    expect(probed.value).toBe('');
    await act(async () => void fireEvent.submit(input.form as HTMLFormElement));
    await settle(2);
    expect(probed.value).toBe('audit');
  });
});
