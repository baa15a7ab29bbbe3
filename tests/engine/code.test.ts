import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileMissing, ImportFailed } from '../../src/engine/code-files.ts';
import { loadCode } from '../../src/engine/index.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('loadCode', () => {
  it('[ERR-05] tries a failed load once more, and no third time', async () => {
    const late = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('offline'));
    const loading = loadCode(late);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await loading).toBe('code');
    const never = vi.fn(async () => Promise.reject(new TypeError('offline')));
    const failing = expect(loadCode(never)).rejects.toMatchObject({ code: 'CHUNK_LOAD_FAILED', message: 'offline' });
    await vi.advanceTimersByTimeAsync(1000);
    await failing;
    expect(never).toHaveBeenCalledTimes(2);
  });

  it('[ERR-05] asks for a reload at once when the browser keeps the failure: no other try on this page can help', async () => {
    const load = vi.fn(async () => Promise.reject(new ImportFailed(new TypeError('offline'))));
    const failure = { code: 'CHUNK_LOAD_FAILED', message: 'offline', canRetry: false, advice: 'error.codeLost' };
    await expect(loadCode(load)).rejects.toMatchObject(failure);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('[ERR-05] gives up after 120 seconds', async () => {
    const outcome = vi.fn();
    loadCode(() => new Promise(() => undefined)).catch(outcome);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ code: 'CHUNK_LOAD_FAILED' }));
  });

  it('[ERR-06] says that it was a style sheet that did not come', async () => {
    const load = vi.fn(async () => Promise.reject(new FileMissing('/assets/table-1.css')));
    const failing = expect(loadCode(load)).rejects.toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED' });
    await vi.advanceTimersByTimeAsync(1000);
    await failing;
    expect(load).toHaveBeenCalledTimes(2);
  });
});
