import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { formOf, probed, settle, show } from './harness.tsx';

/** The browser reads pictures one after the other, each when the test lets it, and draws them with 8 bytes. */
let read: (() => void)[] = [];
beforeEach(() => {
  read = [];
  vi.stubGlobal('createImageBitmap', async () => {
    await new Promise<void>((done) => void read.push(done));
    return { width: 4000, height: 3000, close: () => undefined };
  });
  const canvas = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, 'getContext').mockReturnValue({ fillRect: () => undefined, drawImage: () => undefined } as never);
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob(['8 bytes!'])));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const choose = async (input: Element, files: File[]) => {
  await act(async () => void fireEvent.change(input, { target: { files } }));
  await settle(8);
};
const readOne = async () => {
  await act(async () => read.shift()?.());
  await settle(8);
};

const photo = (name: string) => new File(['a large photo'], name);
const limits = { call: 'file.upload', accept: ['.png', '.jpg', '.pdf'], maxBytes: 10, shrink: true };
const widgets: [string, NodeDocument[]][] = [
  ['upload', formOf([{ widget: 'upload', name: 'files', label: { en: 'Files' }, multiple: true, ...limits }])],
  ['upload-area', [{ widget: 'upload-area', ...limits }]],
];

describe.each(widgets)('pictures that are too large, in an %s', (widget, body) => {
  async function shown() {
    const upload = ({ body: sent }: { body?: unknown }) => ({ path: `/files/${(sent as { file: File }).file.name}` });
    const { container, calls, said } = await show(body, { calls: { 'file.upload': upload } });
    const chooser = container.querySelector('input[type=file]') as Element;
    const sent = () => calls.map(({ args }) => (args.body as { file: File }).file as File).map(({ name, size }) => [name, size]);
    return { container, chooser, sent, said };
  }

  it('are made smaller before they are sent, which people are told; other files are refused as before', async () => {
    const { container, chooser, sent, said } = await shown();
    expect(container.textContent).toContain('Larger photos are made smaller before they are sent.');
    await choose(chooser, [photo('Scan.PNG'), photo('too-large.pdf'), new File(['small'], 'small.jpg')]);
    expect(container.textContent).toContain('Scan.PNG is being made smaller');
    expect(container.textContent).toContain('too-large.pdf was not accepted');
    await readOne();
    expect(sent()).toEqual([
      ['small.jpg', 5],
      ['Scan.jpg', 8],
    ]);
    if (widget === 'upload') {
      expect(probed.value).toMatchObject({
        files: [
          { name: 'Scan.jpg', size: 8 },
          { name: 'small.jpg', size: 5 },
        ],
      });
      expect(container.textContent).toContain('Made smaller: 13 B became 8 B');
    } else expect(said).toEqual(['2 files were uploaded. 1 photos were made smaller.']);
  });

  it('are refused where they cannot be read', async () => {
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no picture')));
    const { chooser, sent } = await shown();
    await choose(chooser, [photo('a.jpg')]);
    await settle(8);
    expect(sent()).toEqual([]);
    const alerts = screen.getAllByRole('alert').map((one) => one.textContent);
    expect(alerts).toContain('a.jpg was not accepted: it has 13 B, allowed are 10 B.');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('are not made smaller once they were put away', async () => {
    const { chooser, sent } = await shown();
    await choose(chooser, [photo('a.jpg'), photo('b.jpg')]);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /b\.jpg/ })));
    await readOne();
    expect(sent()).toEqual([['a.jpg', 8]]);
    expect(read).toEqual([]);
  });
});
