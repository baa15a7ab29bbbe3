import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/**
 * What comes of an answer, which fails once nothing has come for `patience` milliseconds. Time counts only while something is waited for: whoever
 * reads slowly lets the other end wait. Its own timer ends the body: a signal handed to `fetch` may be forgotten once there is an answer.
 * @param fault what whoever reads is told, of what went wrong
 */
export function patientBody(body: ReadableStream<Uint8Array>, patience: number, fault: (cause: unknown) => Error): Readable {
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  return new Readable({
    read() {
      timer = setTimeout(() => this.destroy(fault(new Error(`nothing more came within ${patience} ms`))), patience);
      reader.read().then(
        ({ done, value }) => {
          clearTimeout(timer);
          if (!this.destroyed) this.push(done ? null : value);
        },
        (error: unknown) => this.destroy(fault(error)),
      );
    },
    destroy(error, done) {
      clearTimeout(timer);
      // It may have failed by itself.
      reader.cancel(error).catch(() => undefined);
      done(error);
    },
  });
}
