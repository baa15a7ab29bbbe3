/** One tile of the pattern: address of its picture and its size in CSS pixels. */
export interface Mark {
  address: string;
  width: number;
  height: number;
}

const GAP = { across: 140, down: 120 };
const FONT_SIZE = 16;
const TURN = (-22 * Math.PI) / 180;

/** Draws a text, turned, on a transparent tile; undefined where there is no canvas. */
export function drawMark(text: string, colour: string): Mark | undefined {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  const font = `${FONT_SIZE}px sans-serif`;
  pen.font = font;
  const length = pen.measureText(text).width;
  const width = Math.ceil(length * Math.cos(TURN)) + GAP.across;
  const height = Math.ceil(length * Math.abs(Math.sin(TURN))) + GAP.down;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  pen.scale(ratio, ratio);
  pen.translate(width / 2, height / 2);
  pen.rotate(TURN);
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(text, 0, 0);
  return { address: canvas.toDataURL('image/png'), width, height };
}
