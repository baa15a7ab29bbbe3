import { patternSteps, type Step } from '../rule-set/pattern.ts';

export type Neighbours = 'word' | 'number' | 'none';

/** A pattern as it is looked for in texts. */
export interface Scanner {
  neighbours: Neighbours;
  longest: number;
  machine: Machine;
}

/** Signs a pattern may have: those of names with their endings are longer than those that test one value. */
const patternLength = 1_000;
/** States a machine remembers; a pattern with more begins again with none, which costs time and no memory. */
const mostStates = 2_000;

/** @throws PatternError */
export function scanner(pattern: string, { neighbours, longest }: { neighbours: Neighbours; longest: number }): Scanner {
  return { neighbours, longest, machine: new Machine(patternSteps(pattern, patternLength)) };
}

/** Whether the pattern fits the empty text. */
export function emptyFits({ machine }: Scanner): boolean {
  return machine.start().accepts;
}

/**
 * Places where a pattern fits, from left to right, each the longest that begins there, none over another. From every sign at most `longest` signs are looked at,
 * each of which is one step of a machine whose states are made when they are first met: the time is at most the length of the text times `longest`.
 */
export function scan({ neighbours, longest, machine }: Scanner, text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  let at = 0;
  while (at < text.length) {
    const end = mayBegin(text, at, neighbours) ? endOf(machine, text, { from: at, longest, neighbours }) : -1;
    if (end > at) found.push({ from: at, to: end });
    at = end > at ? end : at + signLength(text, at);
  }
  return found;
}

function endOf(
  machine: Machine,
  text: string,
  { from, longest, neighbours }: { from: number; longest: number; neighbours: Neighbours },
): number {
  let state = machine.start();
  let end = -1;
  let at = from;
  for (let count = 0; count < longest && at < text.length && state.places.length > 0; count += 1) {
    const code = text.codePointAt(at) ?? 0;
    state = machine.after(state, code);
    at += code > 0xffff ? 2 : 1;
    if (state.accepts && mayEnd(text, at, neighbours)) end = at;
  }
  return end;
}

function signLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
/** Letters and digits of Latin script, and the line between them. Chinese signs are none: there are no spaces between their words. */
function isWord(code: number): boolean {
  return isDigit(code) || code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 0xc0 && code <= 0x24f);
}
function isPoint(code: number): boolean {
  return code === 46 || code === 44;
}

function mayBegin(text: string, at: number, neighbours: Neighbours): boolean {
  if (neighbours === 'none' || at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (neighbours === 'word') return !isWord(before) || !isWord(text.charCodeAt(at));
  return !isWord(before) && !(isPoint(before) && isDigit(text.charCodeAt(at - 2)));
}

function mayEnd(text: string, at: number, neighbours: Neighbours): boolean {
  if (neighbours === 'none' || at >= text.length) return true;
  const after = text.charCodeAt(at);
  if (neighbours === 'word') return !isWord(after) || !isWord(text.charCodeAt(at - 1));
  return !isWord(after) && !(isPoint(after) && isDigit(text.charCodeAt(at + 1)));
}

interface State {
  /** Steps that read the next sign. */
  places: readonly number[];
  accepts: boolean;
  /** By class of sign. */
  next: (State | undefined)[];
}

/** All ways through a pattern side by side. Signs every test of the pattern takes alike are one class, so that a state has few ways on. */
class Machine {
  private readonly steps: readonly Step[];
  private readonly tests: readonly ((code: number) => boolean)[];
  /** Number of the class of every sign that was met, and one more: 0 is not known yet. */
  private readonly classes = new Uint16Array(0x10000);
  private readonly classNumbers = new Map<string, number>();
  private states = new Map<string, State>();
  private first: State | undefined;

  constructor(steps: readonly Step[]) {
    this.steps = steps;
    this.tests = [...new Set(steps.flatMap((step) => (step !== 'end' && 'test' in step ? [step.test] : [])))];
  }

  start(): State {
    this.first ??= this.stateOf(this.closure([0]));
    return this.first;
  }

  after(state: State, code: number): State {
    const kind = this.classOf(code);
    const known = state.next[kind];
    if (known) return known;
    const reached = state.places.flatMap((place) => {
      const step = this.steps[place];
      return step !== undefined && step !== 'end' && 'test' in step && step.test(code) ? [place + 1] : [];
    });
    const next = this.stateOf(this.closure(reached));
    state.next[kind] = next;
    return next;
  }

  private classOf(code: number): number {
    const known = this.classes[code] ?? 0;
    if (known > 0) return known - 1;
    const signature = this.tests.map((test) => (test(code) ? '1' : '0')).join('');
    const number = this.classNumbers.get(signature) ?? this.classNumbers.size;
    this.classNumbers.set(signature, number);
    // Rare signs have more than one unit and are looked at anew.
    if (code < this.classes.length) this.classes[code] = number + 1;
    return number;
  }

  private stateOf(steps: readonly number[]): State {
    const key = steps.join(',');
    const known = this.states.get(key);
    if (known) return known;
    if (this.states.size >= mostStates) {
      this.states = new Map();
      this.first = undefined;
    }
    const isEnd = (place: number) => this.steps[place] === 'end';
    const made: State = { places: steps.filter((place) => !isEnd(place)), accepts: steps.some(isEnd), next: [] };
    this.states.set(key, made);
    return made;
  }

  /** The steps that are reached without reading anything, in order. */
  private closure(from: readonly number[]): number[] {
    const seen = new Set<number>();
    const open = [...from];
    const found: number[] = [];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const step = this.steps[place];
      if (seen.has(place) || step === undefined) continue;
      seen.add(place);
      if (step === 'end' || 'test' in step) found.push(place);
      else open.push(step.next, ...(step.other === undefined ? [] : [step.other]));
    }
    return found.sort((one, other) => one - other);
  }
}
