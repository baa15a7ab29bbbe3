import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../src/core/types.ts';
import { showNodes, world } from './world.tsx';

const root = join(import.meta.dirname, '../../renderers');
const examples = ['layouts', 'displays'].flatMap((group) =>
  readdirSync(join(root, group)).map((key) => {
    const options = JSON.parse(readFileSync(join(root, group, key, 'options.schema.json'), 'utf8')) as { 'x-example': NodeDocument };
    return { key, example: options['x-example'] };
  }),
);

describe('the example of every layout and display', () => {
  let complaints: unknown[][];
  beforeEach(() => {
    complaints = [];
    for (const level of ['error', 'warn'] as const) {
      vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
        complaints.push(parts);
      });
    }
  });
  afterEach(() => vi.restoreAllMocks());

  it.each(examples)('$key renders without complaint', async ({ key, example }) => {
    expect(example.widget).toBe(key);
    // The home page, which the example of a part shows, asks whom one may act for.
    const { container } = await showNodes([example], { calls: { 'delegate.sources': () => [] } });
    expect(complaints).toEqual([]);
    expect(container.querySelector('.tg-explanation')).toBeNull();
    // An outlet with nothing around shows nothing.
    if (key !== 'outlet') expect(container.innerHTML).not.toBe('');
  });

  it('tells of a widget that fails, so that the test above can fail', async () => {
    const { container } = await showNodes([{ widget: 'no-such-widget' }]);
    expect(container.querySelector('.tg-explanation')).not.toBeNull();
  });

  it('have a registry entry each', async () => {
    const { engine } = await world();
    for (const { key } of examples) expect(Object.keys(engine.registry.widgets)).toContain(key);
  });
});
