import { describe, expect, it } from 'vitest';
import { parseSource } from '../../../generator/read/source.ts';

const text = '{\n  "a": [1, { "b/c": true }],\n  "d": "x"\n}\n';

describe('a source', () => {
  it('knows line and column of every pointer', () => {
    const source = parseSource(text, 'x.json', 'x.json');
    expect(source.locate('/a/1/b~1c')).toEqual({ line: 2, column: 21 });
    expect(source.locateKey('/a/1/b~1c')).toEqual({ line: 2, column: 14 });
    expect(source.locate('/d')).toEqual({ line: 3, column: 8 });
    expect(source.locate('')).toEqual({ line: 1, column: 1 });
  });

  it('places what does not exist at its nearest parent', () => {
    expect(parseSource(text, 'x.json', 'x.json').locate('/a/1/missing/deep')).toEqual({ line: 2, column: 12 });
  });

  it('collects syntax errors and goes on', () => {
    const source = parseSource('{\n  "a": 1,\n  "b" 2\n}', 'x.json', 'x.json');
    expect(source.faults[0]?.position.line).toBe(3);
    expect(source.value).toMatchObject({ a: 1 });
  });

  it('reports a key given twice at the second one', () => {
    const source = parseSource('{\n  "a": 1,\n  "c": [{ "a": 2,\n "a": 3 }]\n}', 'x.json', 'x.json');
    expect(source.faults).toEqual([
      { pointer: '/c/0/a', position: { line: 4, column: 2 }, message: 'the key "a" is given twice', repeated: true },
    ]);
  });

  it('refuses comments and trailing commas', () => {
    expect(parseSource('{ "a": 1, }', 'x.json', 'x.json').faults).toHaveLength(1);
    expect(parseSource('{ // no\n "a": 1 }', 'x.json', 'x.json').faults.length).toBeGreaterThan(0);
  });
});
