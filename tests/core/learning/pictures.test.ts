import { expect, it } from 'vitest';
import { drawPictures, pictureKinds } from '../../../server/database/demo/image-pictures.ts';
import { fitPictures, pictureSide, predictPicture, shrunk } from '../../../src/core/learning/index.ts';

const kinds = Object.keys(pictureKinds);
const pictures = kinds.flatMap((kind, place) => drawPictures(kind, 15, place + 1));
const labels = kinds.flatMap((kind) => Array.from({ length: 15 }, () => kind));
// A clock that only counts: the same on every machine.
const ticking = () => {
  let time = 0;
  return () => (time += 1);
};
const learned = () => fitPictures(pictures, labels, { seed: 1, deadline: 2_000, clock: ticking() });

it('[DATA-04] makes pictures of any size small: means of what each pixel stands for, white where nothing is', () => {
  const [width, height] = [128, 256];
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) data.set(at % 2 === 0 ? [255, 0, 0, 255] : [0, 0, 255, 255], at * 4);
  const small = shrunk({ data, width, height });
  expect(small).toHaveLength(pictureSide * pictureSide * 3);
  expect([...small.subarray(0, 3)]).toEqual([128, 0, 128]);
  expect([...shrunk({ data: new Uint8Array(4), width: 1, height: 1 }).subarray(0, 3)]).toEqual([255, 255, 255]);
});

it('[DATA-04] learns to tell kinds of pictures apart, the same for the same seed, and says of other things that they are none of them', () => {
  const found = learned();
  expect(found.classes).toEqual(['invoice', 'receipt', 'seal']);
  expect(found.rows).toEqual({ learned: 36, apart: 9 });
  expect(found.metrics.accuracy).toBeGreaterThan(0.85);
  expect(found.metrics.accuracy).toBeGreaterThan(found.baseline.accuracy ?? 1);
  expect(learned().model).toEqual(found.model);
  for (const [place, kind] of kinds.entries())
    for (const picture of drawPictures(kind, 3, 100 + place))
      expect(predictPicture(found.model, picture)).toMatchObject({ label: kind, reason: null });
  const noise = Uint8Array.from({ length: pictureSide * pictureSide * 3 }, (_, at) => (at * 7_919) % 256);
  expect(predictPicture(found.model, noise)).toMatchObject({ label: null, reason: 'far' });
  expect(predictPicture(found.model, new Uint8Array(noise.length))).toMatchObject({ label: null, reason: 'far' });
}, 60_000);
