import { FileMissing, ImportFailed } from './code-files.ts';

/** ERR-05: code that does not arrive within this time counts as failed (milliseconds). */
const TIMEOUT = 120_000;
/** Between a failed load and the second try. */
const PAUSE = 250;

/** Code that did not arrive: a script (ERR-05) or the style sheet it needs (ERR-06). */
export class CodeFailure extends Error {
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED';
  /** Text key of what to do about it. */
  readonly advice: 'error.chunkLoad' | 'error.cssChunk' | 'error.codeLost';
  /** Whether another try on this page can help. */
  readonly canRetry: boolean;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    const isStyle = cause instanceof FileMissing && cause.isStyle;
    this.canRetry = !(cause instanceof ImportFailed);
    this.code = isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED';
    this.advice = isStyle ? 'error.cssChunk' : this.canRetry ? 'error.chunkLoad' : 'error.codeLost';
  }
}

/** Loads code that is fetched when it is needed; a failure is tried once more where that can help. Rejects with CodeFailure, and may then be called again. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code did not arrive in time')), TIMEOUT);
  });
  try {
    return await Promise.race([twice(load), timeout]);
  } catch (error) {
    console.warn('A part of the application did not load:', error);
    throw new CodeFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

async function twice<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof ImportFailed) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return await load();
  }
}
