/** A stroke: points of a polyline in a box of 10 x 14, written as pairs. */
export type Stroke = readonly (readonly [number, number])[];

/** Characters people do not mix up (no 0 O 1 I L 5 S 2 Z 8 B), drawn by hand as strokes. */
export const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  '3': [stroke('1,2 3,0 7,0 9,2 9,5 7,7 4,7'), stroke('7,7 9,9 9,12 7,14 3,14 1,12')],
  '4': [stroke('7,14 7,0 1,9 9,9')],
  '6': [stroke('8,1 5,0 3,2 1,6 1,11 3,14 7,14 9,12 9,9 7,7 3,7 1,10')],
  '7': [stroke('1,0 9,0 5,7 4,14')],
  '9': [stroke('2,13 5,14 7,12 9,8 9,3 7,0 3,0 1,2 1,5 3,7 7,7 9,4')],
  A: [stroke('0,14 5,0 10,14'), stroke('2,9 8,9')],
  C: [stroke('9,2 7,0 4,0 1,3 1,11 4,14 7,14 9,12')],
  D: [stroke('1,0 1,14 5,14 8,12 9,9 9,5 8,2 5,0 1,0')],
  E: [stroke('9,0 1,0 1,14 9,14'), stroke('1,7 7,7')],
  F: [stroke('9,0 1,0 1,14'), stroke('1,7 7,7')],
  H: [stroke('1,0 1,14'), stroke('9,0 9,14'), stroke('1,7 9,7')],
  J: [stroke('3,0 9,0'), stroke('7,0 7,11 5,14 3,14 1,12')],
  K: [stroke('1,0 1,14'), stroke('9,0 1,8'), stroke('4,6 9,14')],
  M: [stroke('0,14 1,0 5,8 9,0 10,14')],
  N: [stroke('1,14 1,0 9,14 9,0')],
  P: [stroke('1,14 1,0 6,0 9,2 9,5 6,8 1,8')],
  R: [stroke('1,14 1,0 6,0 9,2 9,5 6,7 1,7'), stroke('5,7 9,14')],
  T: [stroke('0,0 10,0'), stroke('5,0 5,14')],
  U: [stroke('1,0 1,11 3,14 7,14 9,11 9,0')],
  V: [stroke('0,0 5,14 10,0')],
  W: [stroke('0,0 2,14 5,5 8,14 10,0')],
  X: [stroke('1,0 9,14'), stroke('9,0 1,14')],
  Y: [stroke('0,0 5,7 10,0'), stroke('5,7 5,14')],
};

export const glyphWidth = 10;
export const glyphHeight = 14;

function stroke(points: string): Stroke {
  return points.split(' ').map((pair) => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [x, y] as const;
  });
}
