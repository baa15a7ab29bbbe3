import { FileMissing } from './code-files.ts';

/** ERR-05: code that does not arrive within this time counts as failed (milliseconds). */
const TIMEOUT = 120_000;
/** Between a failed load and the second try. */
const PAUSE = 250;

/** Code that did not arrive: a script (ERR-05) or the style sheet it needs (ERR-06). */
export class CodeFailure extends Error {
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = cause instanceof FileMissing && cause.isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED';
  }
}

/** Loads code that is fetched when it is needed; a failure is tried once more. Rejects with CodeFailure, and may then be called again. */
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
  } catch {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    return await load();
  }
}
