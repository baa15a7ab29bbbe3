import { describe, expect, it } from 'vitest';
import { isRules } from '../../../generator/emit/contracts.ts';
import { codeOf } from '../../../generator/emit/shared.ts';

describe('schemas as code', () => {
  const label = { title: 'Localized value', type: 'string', description: 'says "label1" \u0000label' };
  const entry = { title: 'Entry', properties: { label, value: { type: 'string' } } };

  it('writes what has a title and stands in several places once, after what it is made of', () => {
    const { code, constants } = codeOf({ list: { items: entry }, one: entry, name: label }, 'JsonObject');
    expect(constants.map((text) => text.split(' = ')[0])).toEqual(['const localizedValue: JsonObject', 'const entry: JsonObject']);
    expect(JSON.parse(code.replace(/: (entry|localizedValue)\b/g, ': "$1"'))).toEqual({
      list: { items: 'entry' },
      one: 'entry',
      name: 'localizedValue',
    });
    expect(constants[1]).toContain('"label": localizedValue');
    // A text of a document is never taken for a name.
    expect(constants[0]).toContain(JSON.stringify(label.description));
  });

  it('tells two shapes with one title apart, and leaves single ones where they stand', () => {
    const other = { ...entry, type: 'object' };
    const { code, constants } = codeOf([entry, entry, other, other, { title: 'Alone' }], 'X');
    expect(constants.map((text) => text.split(' = ')[0])).toContain('const entry2: X');
    expect(code).toContain('"title": "Alone"');
  });

  it('takes no map with a field called title for a schema', () => {
    const rules = { title: 'one-line', remark: 'visible-text' };
    const { code, constants } = codeOf([{ rules }, { rules }], 'X', isRules);
    expect(constants).toEqual([]);
    expect(JSON.parse(code)).toEqual([{ rules }, { rules }]);
  });
});
