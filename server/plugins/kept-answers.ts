import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const largestSum = 64 * 1024 * 1024;
/** A dictionary of 20,000 entries takes 7 MB. */
const largestAnswer = largestSum / 8;
/** Shorter answers are sent as they are, as those of @fastify/compress. */
const compressFrom = 1024;
const compress = promisify(brotliCompress);

/** An answer in the bytes it is sent in. */
export class KeptAnswer {
  readonly bytes: Buffer;
  #brotli: Promise<Buffer> | undefined;

  constructor(text: string) {
    this.bytes = Buffer.from(text);
  }

  /** Sends it, compressed for those who take brotli; compressed once. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.header('content-type', 'application/json; charset=utf-8');
    if (this.bytes.length < compressFrom) return reply.send(this.bytes);
    reply.header('vary', 'accept-encoding');
    if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(this.bytes);
    this.#brotli ??= compress(this.bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: this.bytes.length },
    });
    return reply.header('content-encoding', 'br').send(await this.#brotli);
  }
}

export interface KeptAnswers {
  /** The answer kept under `key` if it is of this version; otherwise `make` makes its text. Too large ones are made, not kept. */
  get: (key: string, version: string, make: () => Promise<string>) => Promise<KeptAnswer>;
}

/** Answers in memory, the ones not asked for longest leaving first. A version that grows replaces the answer. */
export function createKeptAnswers(): KeptAnswers {
  const kept = new Map<string, { version: string; answer: KeptAnswer }>();
  let sum = 0;
  const drop = (key: string): void => {
    sum -= kept.get(key)?.answer.bytes.length ?? 0;
    kept.delete(key);
  };
  return {
    async get(key, version, make) {
      const known = kept.get(key);
      if (known?.version === version) {
        kept.delete(key);
        kept.set(key, known);
        return known.answer;
      }
      const answer = new KeptAnswer(await make());
      drop(key);
      if (answer.bytes.length > largestAnswer) return answer;
      kept.set(key, { version, answer });
      sum += answer.bytes.length;
      for (const oldest of kept.keys()) {
        if (sum <= largestSum) break;
        drop(oldest);
      }
      return answer;
    },
  };
}
