import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PNG } from 'pngjs';

/** What a demo invoice says in its QR code, and in figures beside it. */
export interface DemoInvoice {
  /** 01 special, 04 plain, 10 electronic. */
  kind: '01' | '04' | '10';
  code: string;
  number: string;
  /** Before tax, decimal text. */
  amount: string;
  /** YYYY-MM-DD */
  date: string;
  check: string;
}

type Colour = readonly [red: number, green: number, blue: number];
const [width, height] = [420, 240];
const ink: Colour = [32, 41, 57];
const red: Colour = [176, 58, 46];
const grey: Colour = [210, 214, 222];

/** Signs as five rows of three dots. */
const signs: Readonly<Record<string, readonly string[]>> = {
  '0': ['###', '# #', '# #', '# #', '###'],
  '1': [' # ', '## ', ' # ', ' # ', '###'],
  '2': ['###', '  #', '###', '#  ', '###'],
  '3': ['###', '  #', '###', '  #', '###'],
  '4': ['# #', '# #', '###', '  #', '  #'],
  '5': ['###', '#  ', '###', '  #', '###'],
  '6': ['###', '#  ', '###', '# #', '###'],
  '7': ['###', '  #', '  #', ' # ', ' # '],
  '8': ['###', '# #', '###', '# #', '###'],
  '9': ['###', '# #', '###', '  #', '###'],
  '-': ['   ', '   ', '###', '   ', '   '],
  '.': ['   ', '   ', '   ', '   ', ' # '],
};

interface Code {
  size: number;
  isDark: (x: number, y: number) => boolean;
}
let writer: Promise<(text: string) => Promise<Code>> | undefined;

/** The writer of QR codes, loaded by the first picture. */
function codeWriter(): Promise<(text: string) => Promise<Code>> {
  writer ??= (async () => {
    const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer');
    const file = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
    const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
    prepareZXingModule({ overrides: { wasmBinary } });
    return async (text) => {
      const { symbol, error } = await writeBarcode(text, { format: 'QRCode', scale: 1, addQuietZones: false });
      if (error !== '') throw new Error(`The QR code cannot be written: ${error}`);
      const { data, width: size } = symbol;
      return { size, isDark: (x: number, y: number) => data[y * size + x] === 0 };
    };
  })();
  return writer;
}

/** Draws an invoice (PNG): frame, lines, its figures, and the QR code with what it says. */
export async function invoicePicture({ kind, code, number, amount, date, check }: DemoInvoice): Promise<Buffer> {
  const png = paper();
  const symbol = await (await codeWriter())(`01,${kind},${code},${number},${amount},${date.replaceAll('-', '')},${check},A1B2,`);
  for (let y = 0; y < symbol.size; y += 1) {
    for (let x = 0; x < symbol.size; x += 1) if (symbol.isDark(x, y)) fill(png, ink, { x: 24 + x * 3, y: 24 + y * 3, width: 3, height: 3 });
  }
  for (const [index, text] of [code, number, date, check].entries()) write(png, text, { x: 232, y: 32 + index * 22, size: 2 });
  write(png, amount, { x: 280, y: 200, size: 4 });
  return packed(png);
}

/** Draws a note without a code, such as a delivery note (PNG): a number is all that can be read of it. */
export function notePicture(number: string): Buffer {
  const png = paper();
  write(png, number, { x: 24, y: 32, size: 3 });
  return packed(png);
}

/** Every line as its difference from the one above: looking for the best way for each line takes most of the time of a picture. */
const packed = (png: PNG): Buffer => PNG.sync.write(png, { filterType: 2, deflateStrategy: 0, deflateLevel: 6 });

function paper(): PNG {
  const png = new PNG({ width, height });
  png.data.fill(255);
  for (const side of [8, width - 10]) fill(png, red, { x: side, y: 8, width: 2, height: height - 16 });
  for (const side of [8, height - 10]) fill(png, red, { x: 8, y: side, width: width - 16, height: 2 });
  for (let y = 150; y <= 190; y += 10) fill(png, grey, { x: 24, y, width: width - 48, height: 2 });
  return png;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function fill(png: PNG, colour: Colour, box: Box): void {
  for (let y = box.y; y < box.y + box.height; y += 1) {
    for (let x = box.x; x < box.x + box.width; x += 1) png.data.set(colour, (y * width + x) * 4);
  }
}

function write(png: PNG, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  for (const [at, sign] of [...text].entries()) {
    for (const [row, dots] of (signs[sign] ?? []).entries()) {
      for (const [column, dot] of [...dots].entries()) {
        if (dot === '#') fill(png, ink, { x: x + (at * 4 + column) * size, y: y + row * size, width: size, height: size });
      }
    }
  }
}
