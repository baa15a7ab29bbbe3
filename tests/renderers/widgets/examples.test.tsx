import { describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { show } from '../fields/harness.tsx';

const schemas = import.meta.glob<{ 'x-example': NodeDocument }>('../../../renderers/widgets/*/options.schema.json', {
  eager: true,
  import: 'default',
});

/** The calls an example names, however deep: they must be known, as they are on a page. */
function callsOf(value: unknown): Record<string, () => object> {
  if (typeof value !== 'object' || value === null) return {};
  const own = 'call' in value && typeof value.call === 'string' ? { [value.call]: () => ({}) } : {};
  return Object.assign(own, ...Object.values(value).map(callsOf));
}

describe('examples of the widgets', () => {
  it.each(Object.entries(schemas).map(([path, schema]) => [path.split('/').at(-2), schema['x-example']] as const))(
    '%s shows its example without an explanation or an error',
    async (_, example) => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const { container } = await show([example], { calls: callsOf(example) });
      expect(errors.mock.calls).toEqual([]);
      expect(container.querySelector('.tg-explanation')).toBeNull();
      expect(container.querySelector('.tg-loading')).toBeNull();
    },
  );
});
