import { expect, it } from 'vitest';
import { figureText, placesOf } from '../../../renderers/shared/figure-text.ts';

it('[DATA-01] fitting digits are two, and of figures below 1 as many that three count', () => {
  const written = (value: unknown) => figureText(value, 'en', 'fitting');
  expect([1234.567, 1, 0, 0.5, 0.25, 0.3333, 0.9996, 0.0472, -0.004, 3e-12].map(written)).toEqual(
    '1,234.57 1.00 0.00 0.50 0.25 0.333 1.00 0.0472 -0.004 0.000000000003'.split(' '),
  );
  // What computing leaves over of 0.
  expect(written(0.1 + 0.2 - 0.3)).toBe('0.00');
  expect([written('0.0472'), written('none'), written('')]).toEqual(['0.0472', 'none', '']);
  expect([figureText(0.0472, 'zh-Hans', 2), figureText(0.0472, 'zh-Hans', undefined), placesOf(5, 0)]).toEqual(['0.05', '0.0472', 0]);
});
