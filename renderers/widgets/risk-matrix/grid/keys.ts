/** What a key does in the grid. */
export type Command =
  | { kind: 'move'; rows: number; columns: number; extend: boolean }
  | { kind: 'edge'; row?: 'first' | 'last'; column?: 'first' | 'last'; extend: boolean }
  | { kind: 'page'; direction: 1 | -1; extend: boolean }
  | { kind: 'tab'; direction: 1 | -1 }
  | { kind: 'choose'; key: string }
  | { kind: 'clear' | 'all' | 'undo' | 'redo' | 'open' | 'escape' };

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The command of a key press, or undefined for keys that are none of ours. */
export function commandOf({ key, shiftKey: extend, ctrlKey, metaKey, altKey }: Pressed): Command | undefined {
  if (altKey) return undefined;
  const control = ctrlKey || metaKey;
  const step = steps[key];
  if (step) {
    if (!control) return { kind: 'move', rows: step[0], columns: step[1], extend };
    const end = step[0] + step[1] < 0 ? 'first' : 'last';
    return step[0] === 0 ? { kind: 'edge', column: end, extend } : { kind: 'edge', row: end, extend };
  }
  switch (key) {
    case 'Home':
    case 'End': {
      const end = key === 'Home' ? 'first' : 'last';
      return { kind: 'edge', column: end, ...(control && { row: end }), extend };
    }
    case 'PageUp':
      return { kind: 'page', direction: -1, extend };
    case 'PageDown':
      return { kind: 'page', direction: 1, extend };
    case 'Tab':
      return control ? undefined : { kind: 'tab', direction: extend ? -1 : 1 };
    case 'Delete':
    case 'Backspace':
      return { kind: 'clear' };
    case 'Enter':
    case 'F2':
      return { kind: 'open' };
    case 'Escape':
      return { kind: 'escape' };
    default:
  }
  if (control) {
    const letter = key.toLowerCase();
    if (letter === 'z') return { kind: extend ? 'redo' : 'undo' };
    if (letter === 'y') return { kind: 'redo' };
    return letter === 'a' ? { kind: 'all' } : undefined;
  }
  return /^[A-Za-z0-9]$/.test(key) ? { kind: 'choose', key: key.toLowerCase() } : undefined;
}
