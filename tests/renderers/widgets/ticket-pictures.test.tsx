import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
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

it('[TICKET-03] a picture that does not come is a link to its file, and a picture again with another address', async () => {
  let round = 0;
  const urls = ({ body }: { body?: unknown }) => {
    round += 1;
    return { urlList: (body as string[]).map((path) => `/files/${path}?${round}`) };
  };
  const shrinking = { ...widget, tickets: '{{ state.tickets }}' };
  const less: NodeDocument = { widget: 'button', text: { en: 'Less' }, onClick: [{ set: { 'state.tickets': tickets.slice(0, 1) } }] };
  await show([shrinking, less], {
    calls: { ...none, 'evidence.urls': urls },
    page: { state: { tickets: { initial: tickets.slice(0, 2) } } },
  });
  const [first] = await screen.findAllByRole('img');
  await act(async () => void fireEvent.error(first as HTMLElement));
  expect(screen.getByRole('link', { name: /0\.png/ }).getAttribute('href')).toBe('/files/ticket/1.png?1');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Less' })));
  await settle();
  expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual(['/files/ticket/1.png?2']);
  expect(screen.queryByRole('link')).toBeNull();
});
