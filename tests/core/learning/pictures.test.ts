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
const wishes = (ticks: number) => ({ least: 5, seed: 1, deadline: ticks, clock: ticking() });
const learnedOf = (given: readonly Uint8Array[], of: readonly string[], ticks = 2_000) => {
  const found = fitPictures(given, of, wishes(ticks));
  if ('few' in found) throw new Error(`${found.few.label} has ${found.few.count} pictures`);
  return found;
};
const learned = () => learnedOf(pictures, labels);

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

it('[DATA-04] copies of a picture count once a class: nothing is measured by its twin, and new pictures are no farther than without copies', () => {
  const some = pictures.filter((_, at) => at % 2 === 0);
  const of = labels.filter((_, at) => at % 2 === 0);
  const found = learnedOf(some, of, 50);
  expect(learnedOf([...some, ...some], [...of, ...of], 50)).toEqual(found);
  // Of two classes it stays in both; as near as can be to itself, it says nothing of how far others may be.
  const both = learnedOf([...some, ...some], [...of, ...of.map((label) => `${label} too`)], 50);
  expect(both.rows.learned + both.rows.apart).toBe(2 * some.length);
  expect(both.model.reach).toBeGreaterThan(0.9 * found.model.reach);
  // Where no two differ there is no distance at all.
  const [picture = new Uint8Array()] = pictures;
  const same = fitPictures([picture, picture], ['one', 'two'], { ...wishes(50), least: 1 });
  expect('model' in same && same.model.reach).toBeGreaterThanOrEqual(1);
  expect('model' in same && Number.isFinite(same.model.reach)).toBe(true);
}, 60_000);

it('[DATA-04] a class of copies is one with too few pictures', () => {
  const of = Array.from({ length: 8 }, () => 'copied');
  const copies = of.map((_, at) => pictures[at % 2] ?? new Uint8Array());
  expect(fitPictures([...pictures, ...copies], [...labels, ...of], wishes(50))).toEqual({ few: { label: 'copied', count: 2 } });
});
