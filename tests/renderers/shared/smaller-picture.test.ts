import { expect, it, vi } from 'vitest';
import { isPicture, smallerPicture } from '../../../renderers/shared/controls/smaller-picture.ts';

/** A picture of so many pixels, of which every drawing leaves the next number of bytes. */
function opening(width: number, height: number, ...bytes: number[]) {
  const told: string[] = [];
  const open = async () => ({
    ...{ width, height },
    async draw(size: { width: number; height: number }) {
      told.push(`${size.width} x ${size.height}`);
      return new Blob([new Uint8Array(bytes.shift() ?? 0)]);
    },
    close: () => void told.push('close'),
  });
  return { told, open };
}
const photo = new File(['a photo'], 'Scan.PNG');

it('a picture is drawn no smaller than it has to be, as a JPEG file, and given back at once', async () => {
  const { told, open } = opening(8000, 6000, 300, 200, 100);
  const smaller = await smallerPicture(photo, 200, undefined, open);
  expect([smaller?.name, smaller?.type, smaller?.size]).toEqual(['Scan.jpg', 'image/jpeg', 200]);
  expect(told).toEqual(['4000 x 3000', '3055 x 2291', 'close']);
});

it('there is none where it is too large however small it is drawn, or cannot be read', async () => {
  const { told, open } = opening(8000, 6000, 300, 200, 100);
  expect(await smallerPicture(photo, 99, undefined, open)).toBeUndefined();
  expect(told.at(-1)).toBe('close');
  expect(await smallerPicture(photo, 99, undefined, async () => undefined)).toBeUndefined();
});

it('no picture is drawn twice in the same size, and no receipt so narrow that it cannot be read', async () => {
  const drawn = async (width: number, height: number) => {
    const { told, open } = opening(width, height, 300, 300, 300);
    await smallerPicture(photo, 99, undefined, open);
    return told.slice(0, -1);
  };
  expect(await drawn(2000, 1500)).toEqual(['2000 x 1500']);
  expect(await drawn(3000, 2000)).toEqual(['3000 x 2000', '2449 x 1633']);
  expect(await drawn(1500, 12_000)).toEqual(['1225 x 9798', '1000 x 8000']);
  expect(await drawn(800, 20_000)).toEqual(['800 x 20000']);
});

it('what the browser cannot read is no picture, also where it has no way to read one or none to draw it', async () => {
  vi.stubGlobal('createImageBitmap', undefined);
  expect(await smallerPicture(photo, 99)).toBeUndefined();
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close }));
  vi.stubGlobal('document', {
    createElement: () => ({ getContext: () => null, toBlob: (done: (blob: Blob) => void) => done(new Blob()) }),
  });
  expect(await smallerPicture(photo, 99)).toBeUndefined();
  expect(close).toHaveBeenCalledTimes(1);
  vi.unstubAllGlobals();
});

it('one picture is read at a time, and one that breaks off keeps none from its turn', async () => {
  const told: string[] = [];
  const one = (name: string, fails = false) =>
    smallerPicture(photo, 99, undefined, async () => {
      told.push(`open ${name}`);
      await new Promise((next) => setTimeout(next));
      told.push(`end ${name}`);
      if (fails) throw new Error('broken');
      return undefined;
    }).catch(() => undefined);
  await Promise.all([one('a', true), one('b')]);
  expect(told).toEqual(['open a', 'end a', 'open b', 'end b']);
});

it('only pictures are made smaller', () => {
  const names = ['a.png', 'b.JPG', 'c.jpeg', 'd.pdf', 'png'];
  expect(names.filter((name) => isPicture({ name }))).toEqual(['a.png', 'b.JPG', 'c.jpeg']);
});

it('a picture nobody wants any more is not read when its turn comes, nor drawn once more, and keeps nobody waiting', async () => {
  const told: string[] = [];
  let finish = (): void => {};
  const held = smallerPicture(photo, 99, undefined, async () => {
    await new Promise<void>((done) => (finish = done));
    return undefined;
  });
  const stop = new AbortController();
  const unwanted = smallerPicture(photo, 99, stop.signal, async () => {
    told.push('read');
    return undefined;
  });
  stop.abort();
  expect(await unwanted).toBeUndefined();
  finish();
  await held;
  const other = new AbortController();
  const { told: drawn, open } = opening(8000, 6000, 300, 200, 100);
  const picture = async () => {
    const opened = await open();
    return {
      ...opened,
      draw(size: { width: number; height: number }) {
        other.abort();
        return opened.draw(size);
      },
    };
  };
  expect(await smallerPicture(photo, 99, other.signal, picture)).toBeUndefined();
  await smallerPicture(photo, 99, undefined, async () => undefined);
  expect([told, drawn]).toEqual([[], ['4000 x 3000', 'close']]);
});
