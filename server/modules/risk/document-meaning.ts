import { isDeepStrictEqual } from 'node:util';
import type { QuestionnaireDocument } from '../../../src/core/index.ts';
import type { StatementDocument } from '../../../src/core/statement/index.ts';

/** What one part of a document says about answers: words and help say nothing about them. */
interface Part {
  /** In the words of the document: `formula of indicator "debtRatio"`. */
  name: string;
  pointer: string;
  value: unknown;
  /** What needs it: answers as soon as they are saved, or what is computed of them once they were submitted. */
  neededBy: 'answers' | 'results';
  /** Whether it may be absent: whatever answers need of it is looked for among them. */
  mayGo?: boolean;
}

/** A change of meaning: where, and how it was. */
interface ChangedPart extends Pick<Part, 'name' | 'pointer' | 'neededBy'> {
  before: unknown;
}

/** Parts of a document whose meaning is not as it was. New parts change none. */
export function changedParts(before: readonly Part[], after: readonly Part[]): ChangedPart[] {
  const now = new Map(after.map((part) => [part.name, part]));
  return before.flatMap(({ name, pointer, value, neededBy, mayGo }) => {
    const part = now.get(name);
    const isSame = part === undefined ? mayGo === true : isDeepStrictEqual(part.value, value);
    return isSame ? [] : [{ name, pointer: part?.pointer ?? pointer, before: value, neededBy }];
  });
}

export function questionnaireMeaning({ unanswered, choices, completeness, totals }: QuestionnaireDocument): Part[] {
  return [
    { name: 'value of unanswered cells', pointer: '/unanswered/value', value: unanswered.value, neededBy: 'answers' },
    ...choices.flatMap(({ value, tone, counted = true }, at): Part[] => {
      const of = (property: string, own: unknown): Part => ({
        ...{ name: `"${property}" of choice ${value}`, pointer: `/choices/${at}`, value: own },
        ...{ neededBy: 'results', mayGo: true },
      });
      // Results count by tone how often something was chosen, and call averages by it.
      return [of('counted', counted), ...(counted ? [of('tone', tone)] : [])];
    }),
    { name: '"completeness"', pointer: '/completeness', value: completeness?.require ?? 'cells', neededBy: 'results' },
    ...Object.entries(totals ?? {}).map(
      ([name, value]): Part => ({ name: `total "${name}"`, pointer: `/totals/${name}`, value, neededBy: 'results' }),
    ),
  ];
}

export function statementMeaning({ unit, amount, tables, statistics }: StatementDocument): Part[] {
  return [
    { name: '"unit" of amounts', pointer: '/unit', value: unit, neededBy: 'answers' },
    { name: '"decimals" of amounts', pointer: '/amount/decimals', value: amount.decimals, neededBy: 'results' },
    ...tables.flatMap(({ manual = false, fields }, table) =>
      fields.flatMap(({ name, total }, at): Part[] => {
        const field = `field "${name}"`;
        const mayGo = total === undefined;
        return [
          { name: `"manual" of ${field}`, pointer: `/tables/${table}`, value: manual, neededBy: 'results', mayGo },
          { name: `"total" of ${field}`, pointer: `/tables/${table}/fields/${at}`, value: total ?? null, neededBy: 'results', mayGo },
        ];
      }),
    ),
    ...statistics.modules.flatMap(({ indicators }, module) =>
      indicators.flatMap(({ name, formula, decimals = 2, unit: shown }, at): Part[] =>
        Object.entries({ formula, decimals, unit: shown ?? null }).map(([property, value]) => ({
          name: `"${property}" of indicator "${name}"`,
          pointer: `/statistics/modules/${module}/indicators/${at}`,
          value,
          neededBy: 'results',
        })),
      ),
    ),
  ];
}
