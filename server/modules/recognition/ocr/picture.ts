import type { Pixels } from '../codes.ts';
import type { Box } from './geometry.ts';

/** A picture as the models want it: planes of blue, green and red, each value between the bounds of its plane. */
export interface Planes {
  data: Float32Array;
  width: number;
  height: number;
}

/** What a value of 0..255 becomes in each plane (blue, green, red). */
export interface Scale {
  mean: readonly [number, number, number];
  deviation: readonly [number, number, number];
}

/** The picture in another size. */
export function resized(picture: Pixels, toWidth: number, toHeight: number): Pixels {
  const { width, height } = picture;
  return cut(picture, { x: width / 2, y: height / 2, width, height, angle: 0 }, toWidth, toHeight);
}

/** The picture on white: what is seen through counts as paper. */
export function onPaper(picture: Pixels): Pixels {
  const data = new Uint8ClampedArray(picture.data);
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255) continue;
    for (let plane = 0; plane < 3; plane += 1) data[at + plane] = ((data[at + plane] as number) * alpha) / 255 + 255 - alpha;
    data[at + 3] = 255;
  }
  return { ...picture, data };
}

/** The picture turned clockwise by quarters. */
export function turned(picture: Pixels, quarters: number): Pixels {
  let result = picture;
  for (let times = 0; times < quarters; times += 1) result = turnedOnce(result);
  return result;
}

function turnedOnce({ data, width, height }: Pixels): Pixels {
  const from = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const to = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) to[x * height + height - 1 - y] = from[y * width + x] as number;
  return { data: new Uint8ClampedArray(to.buffer), width: height, height: width };
}

/**
 * What lies in a box, made level, in the size given. Where the picture has more pixels than that, each is the mean of what it covers. Outside of
 * the picture its edge goes on.
 */
export function cut({ data, width, height }: Pixels, box: Box, toWidth: number, toHeight: number): Pixels {
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const [stepX, stepY] = [box.width / toWidth, box.height / toHeight];
  const [samplesX, samplesY] = [Math.min(8, Math.max(1, Math.round(stepX))), Math.min(8, Math.max(1, Math.round(stepY)))];
  const result = new Uint8ClampedArray(toWidth * toHeight * 4);
  for (let row = 0; row < toHeight; row += 1) {
    for (let column = 0; column < toWidth; column += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (let sample = 0; sample < samplesX * samplesY; sample += 1) {
        const along = (column + ((sample % samplesX) + 0.5) / samplesX) * stepX - box.width / 2;
        const across = (row + (Math.floor(sample / samplesX) + 0.5) / samplesY) * stepY - box.height / 2;
        const x = Math.min(width - 1, Math.max(0, box.x + along * cos - across * sin - 0.5));
        const y = Math.min(height - 1, Math.max(0, box.y + along * sin + across * cos - 0.5));
        const [left, top] = [Math.floor(x), Math.floor(y)];
        const [shareX, shareY] = [x - left, y - top];
        const one = (top * width + left) * 4;
        const right = left + 1 < width ? 4 : 0;
        const below = top + 1 < height ? width * 4 : 0;
        const [a, b, c, d] = [(1 - shareX) * (1 - shareY), shareX * (1 - shareY), (1 - shareX) * shareY, shareX * shareY];
        red += at(data, one) * a + at(data, one + right) * b + at(data, one + below) * c + at(data, one + right + below) * d;
        green +=
          at(data, one + 1) * a + at(data, one + 1 + right) * b + at(data, one + 1 + below) * c + at(data, one + 1 + right + below) * d;
        blue +=
          at(data, one + 2) * a + at(data, one + 2 + right) * b + at(data, one + 2 + below) * c + at(data, one + 2 + right + below) * d;
      }
      const count = samplesX * samplesY;
      const to = (row * toWidth + column) * 4;
      result[to] = red / count;
      result[to + 1] = green / count;
      result[to + 2] = blue / count;
      result[to + 3] = 255;
    }
  }
  return { data: result, width: toWidth, height: toHeight };
}

function at(data: Uint8ClampedArray, index: number): number {
  return data[index] as number;
}

/** The picture as planes of a given size: what is left of it stays 0, which is what the models take for nothing. */
export function planesOf({ data, width, height }: Pixels, { mean, deviation }: Scale, toWidth = width, toHeight = height): Planes {
  const planes = new Float32Array(3 * toWidth * toHeight);
  for (let plane = 0; plane < 3; plane += 1) {
    const [middle, spread] = [mean[plane] as number, deviation[plane] as number];
    // The models learned from blue, green, red.
    const channel = 2 - plane;
    for (let y = 0; y < Math.min(height, toHeight); y += 1) {
      for (let x = 0; x < Math.min(width, toWidth); x += 1) {
        planes[plane * toWidth * toHeight + y * toWidth + x] = ((data[(y * width + x) * 4 + channel] as number) / 255 - middle) / spread;
      }
    }
  }
  return { data: planes, width: toWidth, height: toHeight };
}
