// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { type Refusal, RefusalNote } from '../../src/app/refusals.ts';
import type { Engine } from '../../src/engine/index.ts';

afterEach(() => document.body.replaceChildren());

const refusal = (line: number): Refusal => ({
  path: 'pages/a.page.json',
  served: 'last good version',
  errors: [{ line, column: 2, code: 'UNKNOWN_WIDGET', message: 'there is no widget "tabel"', hint: 'did you mean "table"?' }],
});

function noteFor(permissions: string[]) {
  const call = vi.fn(async (): Promise<unknown> => ({ refused: [] }));
  const engine = {
    app: { permissions: new Set(permissions), language: 'en', session: {} },
    client: { call },
    translate: (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key),
  } as unknown as Engine;
  return { call, note: new RefusalNote(engine, window) };
}
const shown = () => document.body.querySelector('aside')?.textContent ?? '';

it('asks for nobody without the permission, and shows them nothing', async () => {
  const { call, note } = noteFor(['sys:dict:list']);
  await note.look();
  expect(call).not.toHaveBeenCalled();
  expect(document.body.children).toHaveLength(0);
});

it('tells what is refused, follows changes, and goes when all is mended', async () => {
  const { call, note } = noteFor(['sys:inspect']);
  await note.look();
  expect(document.body.children).toHaveLength(0);
  call.mockResolvedValue({ refused: [refusal(7)] });
  await note.look();
  for (const part of ['"count":1', 'pages/a.page.json', 'inspect.servedLast', '7:2 UNKNOWN_WIDGET', 'did you mean "table"?'])
    expect(shown()).toContain(part);
  call.mockResolvedValue({ refused: [refusal(8)] });
  await note.look();
  expect(document.querySelectorAll('aside')).toHaveLength(1);
  expect(shown()).toContain('8:2');
  call.mockResolvedValue({ refused: [] });
  await note.look();
  expect(document.body.children).toHaveLength(0);
});

it('dismissed, it stays away until something else is refused; a server that does not tell changes nothing', async () => {
  const { call, note } = noteFor(['sys:inspect']);
  call.mockResolvedValue({ refused: [refusal(7)] });
  await note.look();
  document.body.querySelector('button')?.click();
  await note.look();
  expect(document.body.children).toHaveLength(0);
  call.mockResolvedValue({ refused: [refusal(8)] });
  await note.look();
  expect(shown()).toContain('8:2');
  vi.spyOn(console, 'debug').mockImplementation(() => undefined);
  call.mockRejectedValue(new Error('no such call'));
  await note.look();
  expect(shown()).toContain('8:2');
});
