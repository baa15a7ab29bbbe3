/** ERR-05: code that does not arrive within this time counts as failed (milliseconds). */
const TIMEOUT = 120_000;
/** Between a failed load and the second try. */
const PAUSE = 250;

/** Code that did not arrive: a script (ERR-05) or the style sheet it needs (ERR-06). */
export class CodeFailure extends Error {
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED';

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = styleSheetOf(cause) === undefined ? 'CHUNK_LOAD_FAILED' : 'CSS_CHUNK_LOAD_FAILED';
  }
}

/** Loads code that is fetched when it is needed; a failure is tried once more. Rejects with CodeFailure. */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code did not arrive in time')), TIMEOUT);
  });
  try {
    return await Promise.race([twice(load), timeout]);
  } catch (error) {
    throw new CodeFailure(error);
  } finally {
    clearTimeout(timer);
  }
}

async function twice<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const styleSheet = styleSheetOf(error);
    // The loader of the bundle asks for each style sheet once only: a second try would go on without it.
    if (styleSheet !== undefined) await loadStyleSheet(styleSheet, error);
    return await load();
  }
}

/** Address of the style sheet an import failed for, in the words of the bundle's loader. */
function styleSheetOf(error: unknown): string | undefined {
  return error instanceof Error ? /^Unable to preload CSS for (\S+)/.exec(error.message)?.[1] : undefined;
}

function loadStyleSheet(address: string, cause: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(cause);
    };
    document.head.append(link);
  });
}
