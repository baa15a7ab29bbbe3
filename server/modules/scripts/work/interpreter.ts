import variant from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
import { limits, prelude } from './prelude.ts';
import type { LogLine, Problem, ProblemKind, ScriptText } from './types.ts';

/** Of the runtime; its types come with those of browsers only. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => never };

/** Pages of 64 kB the interpreter begins with, and has at most for everything: it counts itself only how often it asks for memory. Bytes of its stack. */
const pages = { initial: 256, maximum: 1_536 } as const;
const stack = 192 * 2 ** 10;
/** Characters of a batch that comes out. */
const mostCharacters = 32_000_000;
/** Milliseconds for asking what happened after time is up. */
const grace = 200;
const file = 'script';

/** A script that ended before its end. */
export class ScriptEnded extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** What a batch gave: rows by the number of the one they came from, their values still to be checked, and rows that threw. */
export interface Batch {
  rows: [number, unknown][];
  thrown: { row: number; message: string; line: number | null }[];
}

/**
 * One script in an interpreter of its own. It has the language, its rows, and nothing of this process: its only way out is text, and a line of the log.
 * Everything it says may be made up: read it as text of somebody.
 */
export class Interpreter {
  readonly #context: QuickJSContext;
  readonly #own: QuickJSHandle;
  readonly log: LogLine[] = [];
  #deadline = 0;
  #said = 0;

  private constructor(context: QuickJSContext, { now, seed }: Pick<ScriptText, 'now' | 'seed'>) {
    this.#context = context;
    const tell = context.newFunction('tell', (level, row, text) => {
      const name = context.getString(level);
      const number = context.typeof(row) === 'number' ? context.getNumber(row) : 0;
      this.#said += 1;
      if (this.log.length >= limits.lines) return;
      this.log.push({
        row: number > 0 ? number : null,
        level: name === 'warn' || name === 'error' ? name : 'log',
        text: context.getString(text).slice(0, limits.characters),
      });
    });
    const make = context.unwrapResult(context.evalCode(prelude, 'prelude'));
    this.#own = context.unwrapResult(context.callFunction(make, context.undefined, tell, context.newNumber(now), context.newNumber(seed)));
  }

  /** Reads a script and runs what stands outside its functions. @throws ScriptEnded */
  static async open(script: ScriptText, milliseconds: number): Promise<Interpreter> {
    const runtime = await newRuntime();
    const interpreter = new Interpreter(runtime.newContext(), script);
    runtime.setInterruptHandler(() => performance.now() > interpreter.#deadline);
    interpreter.allow(milliseconds);
    interpreter.#begin(script);
    return interpreter;
  }

  /** Whether a text is a script, without running any of it. */
  static async syntax(code: string): Promise<Problem | null> {
    const runtime = await newRuntime();
    const interpreter = new Interpreter(runtime.newContext(), { now: 0, seed: 0 });
    interpreter.allow(2_000);
    try {
      interpreter.#evaluate(code, true);
      return null;
    } catch (error) {
      if (error instanceof ScriptEnded) return error.problem;
      throw error;
    }
  }

  /** The script has so long from now. */
  allow(milliseconds: number): void {
    this.#deadline = performance.now() + milliseconds;
  }

  /** Rows as the text of a list of objects, the first of which has this number. @throws ScriptEnded */
  batch(json: string, first: number): Batch {
    const context = this.#context;
    return this.#read(context.newString(json).consume((text) => this.#call('batch', text, context.newNumber(first))));
  }

  /** What `finish` gives. @throws ScriptEnded */
  end(): Batch {
    return this.#read(this.#call('end'));
  }

  /** Names of columns rows had that are not declared. */
  unknown(): string[] {
    const found: unknown = JSON.parse(this.#call('unknown'));
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string').slice(0, 20) : [];
  }

  /** Lines of the log beyond those that are kept. */
  get moreLog(): number {
    return Math.max(0, this.#said - this.log.length);
  }

  #begin({ code, columns, parameters }: ScriptText): void {
    const context = this.#context;
    this.#evaluate(code, false).dispose();
    const [row, finish] = ['row', 'finish'].map((name) => this.#named(name));
    if (!row || !finish || context.typeof(row) !== 'function')
      throw new ScriptEnded({ kind: 'noRow', message: '', line: null, column: null, row: null });
    this.#call('begin', row, finish, context.newString(JSON.stringify({ parameters, columns: columns.map(({ name }) => name) })));
  }

  /** A function of the script, or undefined. Whether there is one is asked in the script, too. */
  #named(name: string): QuickJSHandle {
    const result = guarded(() => this.#context.evalCode(`typeof ${name} === 'function' ? ${name} : undefined`, 'prelude'));
    if (result.error) throw this.#ended(result.error, 'threw');
    return result.value;
  }

  #evaluate(code: string, compileOnly: boolean): QuickJSHandle {
    const result = guarded(() => this.#context.evalCode(code, file, { type: 'global', strict: true, compileOnly }));
    if (result.error) throw this.#ended(result.error, compileOnly ? 'syntax' : 'threw');
    return result.value;
  }

  #call(name: string, ...given: QuickJSHandle[]): string {
    const context = this.#context;
    return context.getProp(this.#own, name).consume((called) => {
      const result = guarded(() => context.callFunction(called, context.undefined, ...given));
      if (result.error) throw this.#ended(result.error, 'threw');
      return result.value.consume((value) => {
        // A script can make its texts nothing, and what holds nothing is nothing to read.
        if (context.typeof(value) !== 'string') return 'null';
        const length = context.getProp(value, 'length').consume((one) => context.getNumber(one));
        if (length > mostCharacters) throw new ScriptEnded({ kind: 'output', message: '', line: null, column: null, row: null });
        return context.getString(value);
      });
    });
  }

  /** What an error of the interpreter means. Asking it takes its code as well, so that time is given for it. */
  #ended(error: QuickJSHandle, otherwise: ProblemKind): ScriptEnded {
    this.allow(grace);
    const context = this.#context;
    const ask = (name: string, ...given: QuickJSHandle[]): unknown => {
      const called = context.getProp(this.#own, name);
      const result = guarded(() => context.callFunction(called, context.undefined, ...given));
      if (result.error || context.typeof(result.value) !== 'string') return [];
      return JSON.parse(context.getString(result.value));
    };
    const [said, trace] = listOf(ask('told', error));
    const [at] = listOf(ask('at'));
    const message = typeof said === 'string' ? said : '';
    const row = typeof at === 'number' && at > 0 ? at : null;
    const kind = kindOf(message, otherwise);
    return new ScriptEnded({ kind, message, row, ...placeIn(typeof trace === 'string' ? trace : '') });
  }

  #read(text: string): Batch {
    const [out, faults, lines] = listOf(JSON.parse(text));
    if (typeof lines === 'number') this.#said = Math.max(this.#said, lines);
    return {
      rows: listOf(out).map((one) => {
        const [row, values] = listOf(one);
        return [rowNumber(row), values];
      }),
      thrown: listOf(faults).map((one) => {
        const [row, message, trace] = listOf(one);
        return { row: rowNumber(row), message: String(message).slice(0, limits.characters), line: placeIn(String(trace)).line };
      }),
    };
  }
}

async function newRuntime(): Promise<QuickJSRuntime> {
  const module = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: new WebAssembly.Memory(pages) }));
  const runtime = module.newRuntime();
  runtime.setMaxStackSize(stack);
  return runtime;
}

/** Numbers of rows come out of the interpreter as well. */
function rowNumber(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The stack of our own process may end before the one of the interpreter does. */
function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const isTrap = error instanceof Error && error.name === 'RuntimeError';
    if (!(error instanceof RangeError || isTrap)) throw error;
    const kind = error instanceof RangeError ? 'depth' : 'memory';
    throw new ScriptEnded({ kind, message: '', line: null, column: null, row: null });
  }
}

function kindOf(message: string, otherwise: ProblemKind): ProblemKind {
  if (/^InternalError: interrupted/.test(message)) return 'time';
  if (/^InternalError: (out of memory|string too long)/.test(message)) return 'memory';
  if (/stack overflow|Maximum call stack size exceeded/i.test(message)) return 'depth';
  if (/^InternalError: too much output/.test(message)) return 'output';
  return /^SyntaxError: /.test(message) && otherwise === 'threw' ? 'syntax' : otherwise;
}

/** The first place of the script in a trace: `at row (script:2:13)`. */
function placeIn(trace: string): { line: number | null; column: number | null } {
  const [, line, column] = /\bscript:(\d{1,7})(?::(\d{1,7}))?/.exec(trace) ?? [];
  return { line: line === undefined ? null : Number(line), column: column === undefined ? null : Number(column) };
}
