import { describe, expect, it } from 'vitest';
import {
  type FieldChoice,
  firstProblem,
  type Operator,
  operatorsFor,
  withField,
  withOperator,
} from '../../../renderers/fields/condition-tree/choices.ts';
import { countBelow, type Group, inserted, moved, readTree, removed, replaced } from '../../../renderers/fields/condition-tree/tree.ts';
import { listOfText, listText } from '../../../src/core/value-list.ts';

const leaf = (field: string) => ({ field, operator: 'is', value: 'x' });
const tree: Group = { all: [leaf('a'), { any: [leaf('b'), leaf('c')] }] };

describe('the tree of a condition', () => {
  it('is read from a group, a single comparison or nothing', () => {
    expect(readTree(tree)).toEqual(tree);
    expect(readTree(leaf('a'))).toEqual({ all: [leaf('a')] });
    for (const nothing of [undefined, null, {}, 'x', { all: 'x' }]) expect(readTree(nothing).constructor).toBe(Object);
    expect(readTree(undefined)).toEqual({ all: [] });
  });

  it('changes at a path, and leaves the rest and itself as they are', () => {
    const before = structuredClone(tree);
    expect(replaced(tree, [1, 0], leaf('z'))).toEqual({ all: [leaf('a'), { any: [leaf('z'), leaf('c')] }] });
    expect(replaced(tree, [], { not: [] })).toEqual({ not: [] });
    expect(removed(tree, [1])).toEqual({ all: [leaf('a')] });
    expect(inserted(removed(tree, [1, 0]), [1], leaf('b'), 0)).toEqual(tree);
    expect(moved(tree, [1], -1)).toEqual({ all: [{ any: [leaf('b'), leaf('c')] }, leaf('a')] });
    expect(moved(tree, [0], -1)).toEqual(tree);
    expect(countBelow(tree)).toBe(4);
    expect(tree).toEqual(before);
  });
});

describe('a list of values', () => {
  it('is read as it is written, whatever stands in its values', () => {
    const lists = [
      [],
      ['a'],
      ['a', 'b c'],
      ['Wang, Ltd', 'x'],
      ['“a”；b', 'c、d'],
      ['"', 'say "no"', '"x", y'],
      [' a ', '7', 'line\nline'],
      ['a"b'],
    ];
    for (const list of lists) expect(listOfText(listText(list)), listText(list)).toEqual(list);
    expect(listText(['a', 'b, c', 7])).toBe('a, "b, c", 7');
  });

  it('takes what people type: commas of every keyboard, spaces, empty places, a quotation that is not closed, lines without end', () => {
    expect(listOfText('a，b；c、 d;e,, ,')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(listOfText('a, "b, c')).toEqual(['a', '"b', 'c']);
    expect(listOfText('"a ""b"", c')).toEqual(['"a ""b""', 'c']);
    expect(listOfText(`"x",${'\n'.repeat(1_000_000)}y`)).toEqual(['x', 'y']);
    expect(listOfText('5" pipe, ""')).toEqual(['5" pipe']);
    expect(listOfText('"a" b, c')).toEqual(['a', 'b', 'c']);
  });
});

describe('comparisons', () => {
  const field = (name: string, type: string, record: object = {}): FieldChoice => ({
    name,
    label: name.toUpperCase(),
    type,
    editor: type === 'number' ? 'number' : 'text',
    record: { ...record },
  });
  const fields = [field('a', 'text'), field('b', 'number'), field('k', 'text', { key: true })];
  const operators: Operator[] = [
    { value: 'is', label: 'is' },
    { value: 'above', label: 'above', types: ['number'] },
    { value: 'in', label: 'in', operand: 'list' },
    { value: 'empty', label: 'empty', operand: 'none' },
    {
      value: 'count',
      label: 'count',
      flag: 'key',
      operand: 'parts',
      parts: [
        { name: 'n', label: 'N', default: '3', min: 1, max: 9 },
        { name: 'of', label: 'Of', type: 'field' },
      ],
    },
  ];
  const problem = (value: object) => firstProblem(value as Group, fields, operators);

  it('offer the operators that fit the field, and keep what still fits when another one is chosen', () => {
    expect(operatorsFor(operators, fields[0]).map(({ value }) => value)).toEqual(['is', 'in', 'empty']);
    expect(operatorsFor(operators, fields[2]).map(({ value }) => value)).toContain('count');
    expect(withField({ field: 'a', operator: 'is', value: 'x' }, fields[2], fields[0], operators)).toEqual({
      field: 'k',
      operator: 'is',
      value: 'x',
    });
    // A value of another kind goes, an operator that does not fit is replaced.
    expect(withField({ field: 'b', operator: 'above', value: '5' }, fields[0], fields[1], operators)).toEqual({
      field: 'a',
      operator: 'is',
    });
    expect(withOperator({ field: 'a', operator: 'is', value: 'x' }, operators[2], operators[0])).toEqual({ field: 'a', operator: 'in' });
    expect(withOperator({ field: 'k', operator: 'is', value: 'x' }, operators[4], operators[0])).toEqual({
      field: 'k',
      operator: 'count',
      value: { n: '3' },
    });
  });

  it('say what is missing', () => {
    expect(
      problem({
        all: [
          { field: 'a', operator: 'is', value: 'x' },
          { field: 'b', operator: 'above', value: '1234567890123456789.5' },
        ],
      }),
    ).toBeUndefined();
    expect(problem({ all: [{ any: [] }] })).toEqual({ key: 'field.conditionEmptyGroup' });
    expect(problem({ all: [{}] })).toMatchObject({ key: 'field.conditionField' });
    expect(problem({ all: [{ field: 'gone', operator: 'is', value: 1 }] })).toEqual({ key: 'field.conditionGone', name: 'gone' });
    expect(problem({ all: [{ field: 'a', operator: 'above', value: 1 }] })).toEqual({ key: 'field.conditionOperator', name: 'A' });
    expect(problem({ all: [{ field: 'a', operator: 'is', value: ' ' }] })).toEqual({ key: 'field.conditionValue', name: 'A' });
    expect(problem({ all: [{ field: 'b', operator: 'is', value: 'ten' }] })).toEqual({ key: 'field.conditionNumber', name: 'B' });
    expect(problem({ all: [{ field: 'a', operator: 'empty' }] })).toBeUndefined();
    expect(problem({ all: [{ field: 'k', operator: 'count', value: { n: '12', of: 'b' } }] })).toEqual({
      key: 'field.conditionNumber',
      name: 'N',
    });
    expect(problem({ all: [{ field: 'k', operator: 'count', value: { n: '2' } }] })).toEqual({ key: 'field.conditionValue', name: 'Of' });
  });
});
