import type { Choice } from '../../shared/controls/choices.ts';

/** A branch as the tree component wants it. */
export interface Branch {
  value: string | number;
  title: string;
  disabled: boolean;
  selectable: boolean;
  children?: Branch[];
}

/** Makes branches of choices; with `leavesOnly` entries with entries below cannot be chosen. */
export function toBranches(choices: Choice[], leavesOnly: boolean): Branch[] {
  return choices.map((choice) => ({
    value: choice.value as string | number,
    title: choice.label,
    disabled: choice.disabled === true,
    selectable: !(leavesOnly && choice.children !== undefined),
    ...(choice.children ? { children: toBranches(choice.children, leavesOnly) } : {}),
  }));
}

/** The value as the tree writes it: a form may hold '2' where the tree says 2. */
export function valueInTree(choices: Choice[], value: unknown): unknown {
  const stack = [...choices];
  for (let choice = stack.pop(); choice; choice = stack.pop()) {
    if (String(choice.value) === String(value)) return choice.value;
    if (choice.children) stack.push(...choice.children);
  }
  return value;
}
