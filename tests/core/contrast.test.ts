import { expect, it } from 'vitest';
import { contrast, parseColour } from '../../src/core/contrast.ts';

it.each([
  ['#fff', 255, 255, 255, 1],
  ['#0008', 0, 0, 0, 136 / 255],
  ['#102030', 16, 32, 48, 1],
  ['rgb(16, 32, 48)', 16, 32, 48, 1],
  ['RGB( 16 32 48 / 50% )', 16, 32, 48, 0.5],
  ['rgba(0%, 20%, 100%, 0.25)', 0, 51, 255, 0.25],
])('%s is read as a colour', (text, r, g, b, a) => {
  expect(parseColour(text)).toEqual({ r, g, b, a });
});

it.each(['#12345', '#1234567', 'teal', 'rgb(1, 2)', 'rgb(1, 2, x)', 'rgb(1, 2, 3, 0.1, 5)', 'rgb(calc(1), 2, 3)'])(
  '%s is none that can be measured',
  (text) => {
    expect(() => parseColour(text)).toThrow(RangeError);
    expect(() => contrast(text, '#ffffff')).toThrow(RangeError);
  },
);
