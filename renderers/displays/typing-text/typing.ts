/** Where the animation stands: characters shown of a line, or resting ticks behind it. */
export interface Typing {
  line: number;
  shown: number;
  rested: number;
}
export const START: Typing = { line: 0, shown: 0, rested: 0 };

/** Lines of a text as lists of whole characters; empty lines are left out. */
export function linesOf(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .map((line) => [...line.trim()])
    .filter((line) => line.length > 0);
}

/** The next tick (LOGIN-18): one more character; after the last one `pause` ticks of rest; then the next line, and after the last the first again. */
export function tick(state: Typing, lines: readonly (readonly string[])[], pause: number): Typing {
  const line = lines[state.line];
  if (!line) return START;
  if (state.shown < line.length) return { ...state, shown: state.shown + 1 };
  if (state.rested < pause) return { ...state, rested: state.rested + 1 };
  return { line: (state.line + 1) % lines.length, shown: 1, rested: 0 };
}
