import { describe, expect, it } from 'vitest';
import { randomUuid } from '../../src/app/random-uuid.ts';

describe('random ids', () => {
  it('have the form of a UUID of version 4, none of them twice', () => {
    const made = Array.from({ length: 200 }, randomUuid);
    for (const one of made) expect(one).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(made).size).toBe(200);
  });
});
