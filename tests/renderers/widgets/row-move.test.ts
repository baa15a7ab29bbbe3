import { describe, expect, it } from 'vitest';
import { countRows, linesOf } from '../../../renderers/widgets/table/model.ts';
import { moveBy, moveTo, positionAt } from '../../../renderers/widgets/table/row-move.ts';

const rows = [{ id: 'a', children: [{ id: 'a1', children: [{ id: 'a11' }] }, { id: 'a2' }] }, { id: 'b' }, { id: 'c' }];
const lines = linesOf(rows, { rowKey: 'id', childrenField: 'children', isOpen: () => true });
const at = (id: string) => lines.findIndex((line) => line.key === id);
const told = (move: ReturnType<typeof moveTo>) => move && [move.row.id, move.position, move.target.id, move.next?.id];

describe('moving rows', () => {
  it('says where a row goes and what follows there', () => {
    expect(told(moveTo(lines, at('c'), at('a1'), 'before'))).toEqual(['c', 'before', 'a1', 'a2']);
    expect(told(moveTo(lines, at('b'), at('a'), 'after'))).toEqual(['b', 'after', 'a', 'b']);
    expect(told(moveTo(lines, at('b'), at('a2'), 'after'))).toEqual(['b', 'after', 'a2', undefined]);
  });

  it('refuses a place in or below the row itself', () => {
    expect(moveTo(lines, at('a'), at('a'), 'inside')).toBeUndefined();
    expect(moveTo(lines, at('a'), at('a11'), 'inside')).toBeUndefined();
    expect(told(moveTo(lines, at('a1'), at('a'), 'inside'))).toEqual(['a1', 'inside', 'a', 'b']);
  });

  it('goes one place among its siblings, whatever stands between', () => {
    expect(told(moveBy(lines, at('a'), 1)?.move)).toEqual(['a', 'after', 'b', 'c']);
    expect(told(moveBy(lines, at('b'), -1)?.move)).toEqual(['b', 'before', 'a', 'b']);
    expect(told(moveBy(lines, at('a2'), -1)?.move)).toEqual(['a2', 'before', 'a1', 'a2']);
    expect(moveBy(lines, at('a1'), -1)).toBeUndefined();
    expect(moveBy(lines, at('c'), 1)).toBeUndefined();
  });

  it('reads the position from the part of the row', () => {
    expect([0.1, 0.5, 0.9].map((share) => positionAt(share, true))).toEqual(['before', 'inside', 'after']);
    expect([0.1, 0.6].map((share) => positionAt(share, false))).toEqual(['before', 'after']);
  });

  it('counts the rows of a tree on all levels', () => {
    expect(countRows(rows, 'children')).toBe(6);
    const circle: Record<string, unknown> = { id: 'x' };
    circle.children = [circle];
    expect(countRows([circle], 'children')).toBe(1);
  });
});
