import { type Choice, matches, withBelow } from '../../shared/controls/choices.ts';

/** One visible entry of the tree. */
export interface TreeLine {
  choice: Choice;
  key: string;
  level: number;
  isOpen: boolean;
  hasChildren: boolean;
  /** Keys of the entries above, the nearest last. */
  above: readonly string[];
}

/** The entries along open branches; with a search text those that fit, with everything above them. */
export function linesOf(choices: readonly Choice[], isOpen: (key: string) => boolean, search = ''): TreeLine[] {
  const lines: TreeLine[] = [];
  const add = (choice: Choice, level: number, above: readonly string[]): void => {
    if (search !== '' && !fits(choice, search)) return;
    const key = String(choice.value);
    const children = choice.children ?? [];
    const open = children.length > 0 && (search !== '' || isOpen(key));
    lines.push({ choice, key, level, isOpen: open, hasChildren: children.length > 0, above });
    if (open) for (const child of children) add(child, level + 1, [...above, key]);
  };
  for (const choice of choices) add(choice, 0, []);
  return lines;
}

function fits(choice: Choice, search: string): boolean {
  return matches(choice, search) || (choice.children ?? []).some((child) => fits(child, search));
}

/**
 * The chosen keys after an entry was checked or unchecked: what gives access to a part needs the way to it, and a part that goes takes what
 * stands below it along. Entries that cannot be chosen keep their state.
 */
export function toggled(choices: readonly Choice[], chosen: readonly string[], line: TreeLine, isOn: boolean): string[] {
  const next = new Set(chosen);
  const below = withBelow(line.choice).filter((choice) => !choice.disabled);
  for (const choice of below) {
    if (isOn) next.add(String(choice.value));
    else next.delete(String(choice.value));
  }
  if (isOn) {
    const byKey = new Map(choices.flatMap(withBelow).map((choice) => [String(choice.value), choice]));
    for (const key of line.above) if (!byKey.get(key)?.disabled) next.add(key);
  }
  return [...next];
}

/** Whether all that is chosen has the way to it, as `toggled` keeps it. */
export function haveWays(choices: readonly Choice[], chosen: ReadonlySet<string>): boolean {
  return choices.every(({ value, disabled, children = [] }) => {
    const isOn = chosen.has(String(value)) || disabled === true;
    return haveWays(children, chosen) && (isOn || !children.some((child) => chosen.has(String(child.value))));
  });
}

/** Whether an entry is chosen, and where it is not, whether something below it is. */
export function stateOf(choice: Choice, chosen: ReadonlySet<string>): 'on' | 'off' | 'some' {
  const children = (choice.children ?? []).flatMap(withBelow);
  if (!chosen.has(String(choice.value))) return children.some((child) => chosen.has(String(child.value))) ? 'some' : 'off';
  return 'on';
}
