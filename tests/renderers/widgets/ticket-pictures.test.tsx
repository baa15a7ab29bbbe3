import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { settle, show } from '../fields/harness.tsx';

const paths = [1, 2, 3, 4, 5].map((number) => `ticket/${number}.png`);
const tickets = paths.map((filePath, at) => ({ id: String(at), version: 1, ticketTypeCode: 'invoice', filePath, originName: `${at}.png` }));
const widget: NodeDocument = {
  widget: 'ticket-upload',
  name: 'papers',
  types: [{ ticketTypeCode: 'invoice', ticketTypeName: 'Invoice' }],
  tickets,
  fields: [{ name: 'number', label: 'field.choose' }],
  upload: { call: 'evidence.upload' },
  create: { call: 'evidence.createTicket', body: '{{ {} }}' },
  urls: { call: 'evidence.urls', body: '{{ filePaths }}', atOnce: 2 },
};
const none = { 'evidence.upload': () => ({}), 'evidence.createTicket': () => ({}) };

it('[TICKET-03] asks for the addresses of many files a few at a time, and shows those that came though others fail', async () => {
  const answers = {
    ...none,
    'evidence.urls': ({ body }: { body?: unknown }) => ({ urlList: (body as string[]).map((path) => `/files/${path}`) }),
  };
  const shown = await show([widget], { calls: answers });
  expect(await screen.findAllByRole('img')).not.toHaveLength(0);
  await settle();
  expect(shown.calls.filter(({ id }) => id === 'evidence.urls').map(({ args }) => args.body)).toEqual([
    paths.slice(0, 2),
    paths.slice(2, 4),
    paths.slice(4),
  ]);
  const pictures = () => screen.getAllByRole('img').flatMap((image) => image.getAttribute('src') ?? []);
  expect(pictures()).toEqual(paths.map((path) => `/files/${path}`));
  shown.unmount();

  let asked = 0;
  await show([widget], {
    calls: {
      ...none,
      'evidence.urls': (given: { body?: unknown }) => {
        asked += 1;
        if (asked > 1) throw new Error('refused');
        return answers['evidence.urls'](given);
      },
    },
  });
  expect(await screen.findAllByRole('img')).not.toHaveLength(0);
  await settle();
  expect(pictures()).toEqual(paths.slice(0, 2).map((path) => `/files/${path}`));
});

describe('addresses', () => {
  const dated = () => {
    let round = 0;
    return ({ body }: { body?: unknown }) => {
      round += 1;
      return { urlList: (body as string[]).map((path) => `/files/${path}?${round}`) };
    };
  };
  const growing = { ...widget, tickets: '{{ state.tickets }}' };
  const more: NodeDocument = { widget: 'button', text: { en: 'More' }, onClick: [{ set: { 'state.tickets': tickets.slice(0, 3) } }] };
  const open = async () =>
    await show([growing, more], {
      calls: { ...none, 'evidence.urls': dated() },
      page: { state: { tickets: { initial: tickets.slice(0, 2) } } },
    });
  const pictures = () => screen.getAllByRole('img').map((image) => image.getAttribute('src'));
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('[TICKET-03] stay as they are where files are added, and are asked for anew before they run out', async () => {
    await open();
    await screen.findAllByRole('img');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'More' })));
    await settle();
    expect(pictures()).toEqual(['/files/ticket/1.png?1', '/files/ticket/2.png?1', '/files/ticket/3.png?2']);
    await act(async () => void vi.advanceTimersByTime(4 * 60_000));
    await settle();
    // Two paths of a request.
    expect(pictures()).toEqual(['/files/ticket/1.png?3', '/files/ticket/2.png?3', '/files/ticket/3.png?4']);
  });

  it('[TICKET-03] a picture that does not come is a link to its file, and a picture again with another address', async () => {
    await open();
    const [first] = await screen.findAllByRole('img');
    await act(async () => void fireEvent.error(first as HTMLElement));
    expect(screen.getByRole('link', { name: /0\.png/ }).getAttribute('href')).toBe('/files/ticket/1.png?1');
    await act(async () => void vi.advanceTimersByTime(4 * 60_000));
    await settle();
    expect(pictures()).toEqual(['/files/ticket/1.png?2', '/files/ticket/2.png?2']);
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('what is taken no longer', () => {
  it('[TICKET-01] a file that was sent cannot be saved any more, but thrown away, and a refusal reads the page again', async () => {
    let changes = 0;
    const changed = [{ call: 'evidence.changed' }];
    const body: NodeDocument = {
      ...widget,
      tickets: [],
      readOnly: '{{ state.isClosed }}',
      discard: { call: 'evidence.discard', body: '{{ {} }}' },
      onChange: [...changed, { set: { 'state.isClosed': true } }],
    };
    await show([body], {
      calls: {
        ...none,
        'evidence.upload': () => ({ filePath: 'ticket/9.png' }),
        'evidence.urls': () => ({ urlList: [] }),
        'evidence.createTicket': () => {
          throw Object.assign(new Error('The collection is closed'), { status: 409 });
        },
        'evidence.discard': () => ({}),
        'evidence.changed': () => {
          changes += 1;
          return {};
        },
      },
      page: { state: { isClosed: { initial: false } } },
    });
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    await act(async () => void fireEvent.change(input, { target: { files: [new File(['x'], 'nine.png', { type: 'image/png' })] } }));
    await act(async () => void fireEvent.click(await screen.findByRole('button', { name: /^Save: nine\.png/ })));
    await settle();
    expect(changes).toBe(1);
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    expect(screen.getByRole('button', { name: /nine\.png/ })).toBeTruthy();
  });
});
