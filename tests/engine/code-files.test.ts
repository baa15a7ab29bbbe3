// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

let fetched: string[];
let isDown: boolean;
let importCode: typeof import('../../src/engine/code-files.ts').importCode;

beforeEach(async () => {
  fetched = [];
  isDown = false;
  vi.resetModules();
  localStorage.clear();
  ({ importCode } = await import('../../src/engine/code-files.ts'));
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address);
    if (isDown) throw new TypeError('Failed to fetch');
    return new Response(address.includes('old') ? 'gone' : 'code', { status: address.includes('old') ? 404 : 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

const run = () => vi.fn(async () => 'ran');
const sheet = () => document.head.querySelector('link');

describe('importCode', () => {
  it('[ERR-05] runs code only when all its files are here, and asks for none of them twice', async () => {
    const code = run();
    expect(await importCode(code, ['assets/a.js', 'assets/b.js'])).toBe('ran');
    await importCode(code, ['assets/b.js', 'assets/c.js']);
    expect(fetched).toEqual(['/assets/a.js', '/assets/b.js', '/assets/c.js']);
  });

  it('[ERR-05] imports nothing while a file is missing, so that the browser remembers no failure, and goes on once it comes', async () => {
    const code = run();
    isDown = true;
    await expect(importCode(code, ['assets/a.js'])).rejects.toMatchObject({ file: '/assets/a.js', isStyle: false });
    expect(code).not.toHaveBeenCalled();
    isDown = false;
    expect(await importCode(code, ['assets/a.js'])).toBe('ran');
  });

  it('[ERR-05] knows the file of an import the bundle gives no list for', async () => {
    isDown = true;
    const source = Object.assign(run(), { toString: () => '()=>import(`./lone-Ab_1.js`)' });
    await expect(importCode(source)).rejects.toMatchObject({ file: '/assets/lone-Ab_1.js' });
  });

  it('[ERR-05] a file that a new release took away is missing, too', async () => {
    await expect(importCode(run(), ['assets/old-1.js'])).rejects.toMatchObject({ file: '/assets/old-1.js' });
  });

  it('[ERR-06] waits for style sheets; one that does not come is asked for again the next time', async () => {
    const code = run();
    const first = importCode(code, ['assets/table.css']);
    sheet()?.dispatchEvent(new Event('error'));
    await expect(first).rejects.toMatchObject({ file: '/assets/table.css', isStyle: true });
    expect(sheet()).toBeNull();
    const second = importCode(code, ['assets/table.css']);
    expect(sheet()?.getAttribute('href')).toBe('/assets/table.css');
    expect(code).not.toHaveBeenCalled();
    sheet()?.dispatchEvent(new Event('load'));
    expect(await second).toBe('ran');
  });

  it('[ERR-05] fetches nothing a page before this one has had, unless its import failed', async () => {
    const again = async () => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      fetched = [];
      vi.resetModules();
      ({ importCode } = await import('../../src/engine/code-files.ts'));
    };
    await importCode(run(), ['assets/d.js', 'assets/e.js']);
    await again();
    await importCode(run(), ['assets/d.js', 'assets/f.js']);
    expect(fetched).toEqual(['/assets/f.js']);
    await again();
    const lost = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
    await expect(importCode(lost, ['assets/d.js'])).rejects.toMatchObject({
      message: expect.stringContaining('dynamically imported'),
      constructor: (await import('../../src/engine/code-files.ts')).ImportFailed,
    });
    await again();
    await importCode(run(), ['assets/d.js', 'assets/e.js']);
    expect(fetched).toEqual(['/assets/d.js']);
  });

  it('[ERR-05] takes nothing on trust while there is no network: a fetch that fails can be tried again, an import cannot', async () => {
    localStorage.setItem('targus-code', '/assets/g.js');
    vi.resetModules();
    ({ importCode } = await import('../../src/engine/code-files.ts'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    isDown = true;
    const code = run();
    await expect(importCode(code, ['assets/g.js'])).rejects.toMatchObject({ file: '/assets/g.js' });
    expect(code).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('leaves alone what the page itself has brought', async () => {
    document.head.innerHTML = '<link rel="modulepreload" href="/assets/start.js"><link rel="stylesheet" href="/assets/start.css">';
    await importCode(run(), ['assets/start.js', 'assets/start.css']);
    expect(fetched).toEqual([]);
    expect(document.head.children).toHaveLength(2);
  });
});
