// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCode } from '../../src/engine/index.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
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

  it('[ERR-05] gives up after 120 seconds', async () => {
    const outcome = vi.fn();
    loadCode(() => new Promise(() => undefined)).catch(outcome);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(outcome).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toHaveBeenCalledWith(expect.objectContaining({ code: 'CHUNK_LOAD_FAILED' }));
  });

  const unstyled = new Error('Unable to preload CSS for /assets/table-1.css');

  it('[ERR-06] loads the missing style sheet itself before the second try, which would go on without it', async () => {
    const load = vi.fn(async () => 'code').mockRejectedValueOnce(unstyled);
    const loading = loadCode(load);
    await vi.advanceTimersByTimeAsync(1000);
    expect(load).toHaveBeenCalledTimes(1);
    const link = document.head.querySelector('link');
    expect(link?.getAttribute('href')).toBe('/assets/table-1.css');
    link?.dispatchEvent(new Event('load'));
    expect(await loading).toBe('code');
  });

  it('[ERR-06] says that it was the style sheet when it does not come', async () => {
    const load = vi.fn(async () => 'code').mockRejectedValueOnce(unstyled);
    const failing = expect(loadCode(load)).rejects.toMatchObject({ code: 'CSS_CHUNK_LOAD_FAILED' });
    await vi.advanceTimersByTimeAsync(1000);
    document.head.querySelector('link')?.dispatchEvent(new Event('error'));
    await failing;
    expect(load).toHaveBeenCalledTimes(1);
  });
});
