import { expect, it } from 'vitest';
import { boxesIn } from '../../../../server/modules/recognition/ocr/detect.ts';
import { smallestBox, turnedBox } from '../../../../server/modules/recognition/ocr/geometry.ts';
import { decode } from '../../../../server/modules/recognition/ocr/read-line.ts';
import { certaintyOf, rowsOf } from '../../../../server/modules/recognition/ocr/rows.ts';

it('[API-158] the smallest rectangle around points is turned as they are, and named by its nearly level side', () => {
  const turned = (x: number, y: number, angle: number) => ({
    x: 50 + x * Math.cos(angle) - y * Math.sin(angle),
    y: 40 + x * Math.sin(angle) + y * Math.cos(angle),
  });
  for (const angle of [0, 0.2, -0.5, 0.75]) {
    const corners = [turned(-30, -5, angle), turned(30, -5, angle), turned(30, 5, angle), turned(-30, 5, angle), turned(0, 0, angle)];
    const box = smallestBox(corners);
    for (const [name, value] of Object.entries({ x: 50, y: 40, width: 60, height: 10, angle }))
      expect(box).toHaveProperty(name, expect.closeTo(value, 6));
  }
  // One that stands upright is high, not turned.
  expect(
    smallestBox([
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 90 },
      { x: 0, y: 90 },
    ]),
  ).toMatchObject({ width: 4, height: 90, angle: 0 });
  expect(smallestBox([])).toBeUndefined();
  const box = { x: 10, y: 20, width: 8, height: 2, angle: 0.1 };
  expect(turnedBox(box, 1, { width: 100, height: 60 })).toEqual({ x: 40, y: 10, width: 2, height: 8, angle: 0.1 });
  expect(turnedBox(box, 4, { width: 100, height: 60 })).toMatchObject({ x: 10, y: 20, width: 8 });
});

it('[API-158] lines are what hangs together, is probable as a whole, and not a speck; boxes grow beyond their core', () => {
  const [width, height] = [64, 32];
  const map = new Float32Array(width * height);
  const fill = (left: number, top: number, right: number, bottom: number, value: number) => {
    for (let y = top; y < bottom; y += 1) map.fill(value, y * width + left, y * width + right);
  };
  fill(4, 4, 34, 9, 0.9);
  fill(4, 20, 34, 25, 0.35);
  fill(50, 10, 52, 12, 0.9);
  const boxes = boxesIn(map, width, height);
  expect(boxes).toHaveLength(1);
  const [box] = boxes;
  expect(box).toMatchObject({ x: 19, y: 6.5 });
  expect(box?.width).toBeGreaterThan(34);
  expect(box?.height).toBeGreaterThan(8);
});

it('[API-158] signs are the likeliest of each step: said twice is once, unless nothing stands between; the surest step counts', () => {
  const alphabet = ['', '1', '零'];
  const steps = [
    [0.1, 0.8, 0.1],
    [0, 0.9, 0.1],
    [0.9, 0.1, 0],
    [0.3, 0.7, 0],
    [0.2, 0.2, 0.6],
  ];
  const read = decode({ steps: 5, signs: 3, probabilities: Float32Array.from(steps.flat()) }, alphabet);
  expect(read.text).toBe('11零');
  expect(read.confidence.map((sure) => Math.round(sure * 10) / 10)).toEqual([0.9, 0.7, 0.6]);
});

it('[API-158] rows are level where the page is askew, from its top and from the left', () => {
  const line = (text: string, x: number, y: number, angle: number) => ({
    text,
    confidence: Array.from(text, () => 0.9),
    box: { x, y, width: 120, height: 20, angle },
  });
  const slope = 0.06;
  const at = (x: number, y: number) => [x, y + slope * x, slope] as const;
  const rows = rowsOf([line('right', ...at(900, 100)), line('below', ...at(100, 130)), line('left', ...at(100, 100))]);
  expect(rows.map(({ text }) => text)).toEqual(['left\tright', 'below']);
  expect(certaintyOf({ text: '（5）', confidence: [0.4, 0.95, 0.3] })).toBe(0.95);
});
