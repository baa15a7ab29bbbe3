import { describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { show } from '../fields/harness.tsx';

const schemas = import.meta.glob<{ 'x-example': NodeDocument }>('../../../renderers/widgets/*/options.schema.json', {
  eager: true,
  import: 'default',
});

describe('examples of the widgets', () => {
  it.each(Object.entries(schemas).map(([path, schema]) => [path.split('/').at(-2), schema['x-example']] as const))(
    '%s shows its example without an explanation or an error',
    async (_, example) => {
      const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      // Every example may make one call: what it names must be known, as it is on a page.
      const { container } = await show([example], typeof example.call === 'string' ? { calls: { [example.call]: () => ({}) } } : {});
      expect(errors.mock.calls).toEqual([]);
      expect(container.querySelector('.tg-explanation')).toBeNull();
      expect(container.querySelector('.tg-loading')).toBeNull();
    },
  );
});
