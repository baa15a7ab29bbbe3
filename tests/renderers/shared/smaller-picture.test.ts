import { expect, it } from 'vitest';
import { isPicture, smallerPicture } from '../../../renderers/shared/controls/smaller-picture.ts';

/** A picture of which so many bytes are left, by the longest edge it is drawn with. */
function opening(bytes: Record<number, number>) {
  const told: string[] = [];
  const open = async () => ({
    async draw(edge: number) {
      told.push(`draw ${edge}`);
      return new Blob([new Uint8Array(bytes[edge] ?? 0)]);
    },
    close: () => void told.push('close'),
  });
  return { told, open };
}
const photo = new File(['a photo'], 'Scan.PNG');

it('a picture is drawn no smaller than it has to be, as a JPEG file, and given back at once', async () => {
  const { told, open } = opening({ 4000: 300, 3000: 200, 2200: 100 });
  const smaller = await smallerPicture(photo, 200, open);
  expect([smaller?.name, smaller?.type, smaller?.size]).toEqual(['Scan.jpg', 'image/jpeg', 200]);
  expect(told).toEqual(['draw 4000', 'draw 3000', 'close']);
});

it('there is none where it is too large however small it is drawn, or cannot be read', async () => {
  const { told, open } = opening({ 4000: 300, 3000: 200, 2200: 100 });
  expect(await smallerPicture(photo, 99, open)).toBeUndefined();
  expect(told.at(-1)).toBe('close');
  expect(await smallerPicture(photo, 99, async () => undefined)).toBeUndefined();
});

it('only pictures are made smaller', () => {
  const names = ['a.png', 'b.JPG', 'c.jpeg', 'd.pdf', 'png'];
  expect(names.filter((name) => isPicture({ name }))).toEqual(['a.png', 'b.JPG', 'c.jpeg']);
});
