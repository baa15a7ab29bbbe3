import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../../generator/emit/shapes.ts';

const text = { type: 'string', 'x-targus': 'text' };

describe('the shape of an option', () => {
  it('is its x-targus, or value', () => {
    expect(shapeOf(text, {}, 0)).toBe('text');
    expect(shapeOf({ type: 'number' }, {}, 0)).toBe('value');
    expect(shapeOf({ type: 'string', 'x-targus': 'nonsense' }, {}, 0)).toBe('value');
  });

  it('describes the parts of objects, items and entries only when one is special', () => {
    const column = { type: 'object', properties: { width: { type: 'number' }, title: text } };
    expect(shapeOf({ type: 'array', items: column }, {}, 0)).toEqual({ items: { properties: { title: 'text', width: 'value' } } });
    expect(shapeOf({ type: 'object', additionalProperties: text }, {}, 0)).toEqual({ entries: 'text' });
    expect(shapeOf({ type: 'array', items: { type: 'object', properties: { a: { type: 'number' } } } }, {}, 0)).toBe('value');
  });

  it('follows definitions and choices, and ends in those that contain themselves', () => {
    const root = {
      definitions: {
        item: { type: 'object', properties: { title: text, children: { type: 'array', items: { $ref: '#/definitions/item' } } } },
      },
    };
    const shape = shapeOf({ anyOf: [{ type: 'string' }, { $ref: '#/definitions/item' }] }, root, 0);
    expect(shape).toMatchObject({ properties: { title: 'text', children: { items: { properties: { title: 'text' } } } } });
  });
});
