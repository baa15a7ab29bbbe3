import { describe, expect, it } from 'vitest';
import type { PlanOption } from '../../src/core/types.ts';
import { OptionValues } from '../../src/engine/option-values.ts';
import type { Translate } from '../../src/engine/types.ts';

const text = (key: string): PlanOption => ({ kind: 'text', value: { key } });
const options: Record<string, PlanOption> = {
  size: { kind: 'constant', value: 3 },
  columns: { kind: 'array', value: [{ kind: 'object', value: { title: text('name'), width: { kind: 'constant', value: 96 } } }] },
  note: { kind: 'text', value: { localized: { en: 'Note', 'zh-Hans': '注' } } },
};

/** Texts of a language that can be changed, and how often each was asked for. */
function words() {
  const asked: string[] = [];
  let language: 'en' | 'zh-Hans' = 'en';
  const translate: Translate = Object.assign(
    (key: string) => {
      asked.push(key);
      return `${language} ${key}`;
    },
    { localized: (value: unknown) => String((value as Record<string, string>)[language]), edition: () => language },
  );
  const context = { translate, run: () => Promise.resolve({ status: 'done' as const }) };
  const speak = (next: typeof language): void => {
    language = next;
  };
  return { asked, context, speak };
}

describe('options that only the language decides', () => {
  it('are the same objects in every drawing of the node, each text asked for once', () => {
    const { asked, context } = words();
    const scopes = [{ names: { item: 1 } }, { names: { item: 2 } }];
    const [first, second] = scopes.map((scope) => new OptionValues().evaluate(options, scope, context));
    expect(first).toEqual({ size: 3, columns: [{ title: 'en name', width: 96 }], note: 'Note' });
    expect(second?.columns).toBe(first?.columns);
    expect(asked).toEqual(['name']);
  });

  it('[I18N-01] follow the language', () => {
    const { context, speak } = words();
    const values = new OptionValues();
    const before = values.evaluate(options, { names: {} }, context);
    expect(values.evaluate(options, { names: {} }, context)).toBe(before);
    speak('zh-Hans');
    expect(values.evaluate(options, { names: {} }, context)).toEqual({
      size: 3,
      columns: [{ title: 'zh-Hans name', width: 96 }],
      note: '注',
    });
  });
});
