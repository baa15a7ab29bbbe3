import { afterEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../generator/main.ts';

afterEach(() => vi.restoreAllMocks());

describe('the command line', () => {
  it('helps when asked and refuses what it does not know', async () => {
    const out = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(await main([])).toBe(0);
    expect(out.mock.calls[0]?.[0]).toContain('generate [--check]');
    expect(await main(['chekc'])).toBe(2);
    expect(error.mock.calls[0]?.[0]).toContain('There is no command "chekc".');
    expect(await main(['check', '--format', 'xml'])).toBe(2);
    expect(await main(['new', 'page'])).toBe(2);
  });
});
