import { isObject } from '../../../src/core/json-object.ts';

/** One entry of a list of choices. `source` is the entry as it was written or loaded. */
export interface Choice {
  value: string | number | boolean;
  label: string;
  disabled?: boolean;
  children?: Choice[];
  source?: unknown;
}
export interface ChoiceFields {
  valueField?: string;
  labelField?: string;
  childrenField?: string;
  parentField?: string;
  /** Property of an entry that names the language its label is written in. */
  languageField?: string;
}
/** Turns a label of any kind (text, localized object, i18n list) into text of the current language. */
export type LabelText = (label: unknown) => string;

const LIST_NAMES = ['content', 'records', 'rows', 'list', 'pagedList', 'items'] as const;
const TOTAL_NAMES = ['total', 'totalElements', 'totalCount'] as const;

export function isValue(value: unknown): value is Choice['value'] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The list inside an answer: the answer itself or its content, records, rows, list, pagedList or items (DICT-02). */
export function listOf(answer: unknown): unknown[] {
  if (Array.isArray(answer)) return answer;
  if (isObject(answer)) for (const name of LIST_NAMES) if (Array.isArray(answer[name])) return answer[name] as unknown[];
  return [];
}

/** The total inside an answer, else `fallback`. */
export function totalOf(answer: unknown, fallback: number): number {
  if (isObject(answer)) {
    for (const name of TOTAL_NAMES) {
      const total = answer[name];
      if (typeof total === 'number' || (typeof total === 'string' && /^\d+$/.test(total))) return Number(total);
    }
  }
  return fallback;
}

/**
 * Makes choices of entries: objects with the named fields, or plain values. One without its label shows its `name`, otherwise its value. Entries without a value are left out; a flat
 * list with `parentField` becomes a tree, and an entry whose parent is unknown or itself stands at the top.
 */
export function toChoices(list: unknown, label: LabelText, fields: ChoiceFields = {}): Choice[] {
  const { valueField = 'value', labelField = 'label', childrenField = 'children', parentField } = fields;
  const entries = listOf(list);
  const make = (entry: unknown): Choice | undefined => {
    if (isValue(entry)) return { value: entry, label: String(entry), source: entry };
    if (!isObject(entry)) return undefined;
    const value = entry[valueField];
    if (!isValue(value)) return undefined;
    const choice: Choice = { value, label: label(entry[labelField] ?? entry.name ?? value), source: entry };
    if (entry.disabled === true) choice.disabled = true;
    const below = entry[childrenField];
    if (!parentField && Array.isArray(below) && below.length > 0) choice.children = below.map(make).filter((part) => part !== undefined);
    return choice;
  };
  const choices = entries.map(make).filter((choice) => choice !== undefined);
  return parentField ? nest(choices, parentField) : choices;
}

function nest(choices: Choice[], parentField: string): Choice[] {
  const byValue = new Map(choices.map((choice) => [String(choice.value), choice]));
  const parentOf = (choice: Choice): Choice | undefined =>
    isObject(choice.source) ? byValue.get(String(choice.source[parentField] ?? '')) : undefined;
  const isLoop = (choice: Choice): boolean => {
    const seen = new Set<Choice>([choice]);
    for (let above = parentOf(choice); above; above = parentOf(above)) {
      if (seen.has(above)) return true;
      seen.add(above);
    }
    return false;
  };
  const roots: Choice[] = [];
  for (const choice of choices) {
    const parent = parentOf(choice);
    if (!parent || isLoop(choice)) roots.push(choice);
    else {
      parent.children ??= [];
      parent.children.push(choice);
    }
  }
  return roots;
}

/** The language the label of a choice is written in, where its entries say so: screen readers speak it in that. */
export function languageOf({ value, source }: Choice, { valueField = 'value', languageField }: ChoiceFields): string | undefined {
  const language =
    languageField === valueField ? value : languageField !== undefined && isObject(source) ? source[languageField] : undefined;
  return typeof language === 'string' ? language : undefined;
}

/** Choices whose label or value holds the text, whatever the case. */
export function matches(choice: Choice, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return choice.label.toLowerCase().includes(wanted) || String(choice.value).toLowerCase().includes(wanted);
}

/** The choice with this value; `0` and `'0'` are the same, as in expressions. */
export function choiceOf(choices: Choice[], value: unknown): Choice | undefined {
  return choices.find((choice) => choice.value === value) ?? choices.find((choice) => String(choice.value) === String(value));
}

export function withBelow(choice: Choice): Choice[] {
  return [choice, ...(choice.children ?? []).flatMap(withBelow)];
}
