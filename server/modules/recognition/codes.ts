import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ReadInputBarcodeFormat } from 'zxing-wasm/reader';

/** A picture without its packing, four bytes a pixel. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}
/** A code in a picture: its format as the library names it, such as `QRCode` or `EAN13`. */
export interface FoundCode {
  format: string;
  text: string;
}

const mostCodes = 8;

let reader: Promise<typeof import('zxing-wasm/reader')> | undefined;

/** The reader of codes. It runs as WebAssembly with a memory of its own. */
function codeReader(): Promise<typeof import('zxing-wasm/reader')> {
  reader ??= (async () => {
    const library = await import('zxing-wasm/reader');
    const file = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
    const wasmBinary = file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer;
    library.prepareZXingModule({ overrides: { wasmBinary } });
    return library;
  })();
  return reader;
}

/** The codes in a picture, of all formats where none are named. Only for threads whose memory and time are bounded. */
export async function findCodes(image: Uint8Array | Pixels, formats: ReadInputBarcodeFormat[] = []): Promise<FoundCode[]> {
  const { readBarcodes } = await codeReader();
  const input = image instanceof Uint8Array ? image : { ...image, colorSpace: 'srgb' as const };
  const found = await readBarcodes(input, { formats, tryHarder: true, maxNumberOfSymbols: mostCodes });
  return found.filter(({ isValid }) => isValid).map(({ format, text }) => ({ format, text }));
}
