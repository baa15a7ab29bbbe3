import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Exact, toDecimals } from '../../../../src/core/statement/exact.ts';
import { lineOf } from '../../../data-engine/csv.ts';
import { decimalCell } from '../../../data-engine/decimal.ts';
import type { Cell, FieldType } from '../../../data-engine/types.ts';
import { type Batch, Interpreter, ScriptEnded } from './interpreter.ts';
import { batchesOf, type RowsText, rowsText } from './rows.ts';
import type { Outcome, Outcomes, RowFault, ScriptText, Task } from './types.ts';
import { checkedValue } from './values.ts';

/** What is told of rows that are left out, and of the rows of a try. */
const shownFaults = 200;
const shownRows = 1_000;
/** Rows of a result, and bytes of its file. */
const mostRows = 5_000_000;
const mostBytes = 2 ** 30;
/** Milliseconds one batch may take, within those of the whole. */
const batchTime = 30_000;
/** Where so many rows were all left out, the script is at fault and not its rows. */
const allFailed = 1_000;

type Line = (string | null)[];

/** Does what a process is asked. */
export async function perform<One extends Task>(task: One, tell: (rows: number) => void): Promise<Outcomes[One['kind']]>;
export async function perform(task: Task, tell: (rows: number) => void): Promise<Outcomes[keyof Outcomes]> {
  switch (task.kind) {
    case 'check':
      return await Interpreter.syntax(task.code);
    case 'try': {
      const rows: Cell[][] = [];
      let more = false;
      const batches = task.rows.length === 0 ? [] : [rowsText(task.rows, task.fields)];
      const outcome = await through(task.script, batches, task.milliseconds, {
        put: async (line) => {
          if (rows.length < shownRows)
            rows.push(line.map((text, index) => cellOf(text, task.script.columns[index]?.fieldType ?? 'string')));
          else more = true;
        },
        tell: () => undefined,
      });
      return { ...outcome, rows, more };
    }
    case 'run': {
      const out = createWriteStream(task.to, { mode: 0o600 });
      const written = finished(out);
      // Whatever breaks first is told.
      written.catch(() => undefined);
      try {
        return await through(task.script, batchesOf(task.from, task.fields), task.milliseconds, {
          put: async (line) => {
            const isRoom = out.write(lineOf(line));
            if (out.bytesWritten > mostBytes) throw end('output');
            if (!isRoom) await once(out, 'drain');
          },
          tell,
        });
      } finally {
        out.end();
        await written;
      }
    }
  }
}

function end(kind: 'output' | 'rows', row: number | null = null): ScriptEnded {
  return new ScriptEnded({ kind, message: '', line: null, column: null, row });
}

/** Rows through a script, batch by batch: what is right goes on, what is wrong is left out and told. A script that ends before its end is told, too. */
async function through(
  script: ScriptText,
  batches: Iterable<RowsText> | AsyncIterable<RowsText>,
  milliseconds: number,
  { put, tell }: { put(line: Line): Promise<void>; tell(rows: number): void },
): Promise<Outcome> {
  const outcome: Outcome = {
    taken: 0,
    given: 0,
    rejected: 0,
    faults: [],
    log: [],
    moreLog: 0,
    unknown: [],
    milliseconds: 0,
    problem: null,
  };
  const begun = performance.now();
  const left = () => Math.max(0, milliseconds - (performance.now() - begun));
  let interpreter: Interpreter | undefined;
  const take = async (batch: Batch) => {
    for (const { row, message, line } of batch.thrown) leaveOut(outcome, { row, column: null, kind: 'threw', value: message, line });
    for (const [row, values] of batch.rows) {
      const line = checkedRow(values, row, script, outcome);
      if (!line) continue;
      outcome.given += 1;
      if (outcome.given > mostRows) throw end('output', row);
      await put(line);
    }
  };
  try {
    interpreter = await Interpreter.open(script, Math.min(left(), batchTime));
    for await (const { json, count } of batches) {
      interpreter.allow(Math.min(left(), batchTime));
      const batch = interpreter.batch(json, outcome.taken + 1);
      outcome.taken += count;
      await take(batch);
      if (outcome.given === 0 && outcome.rejected >= allFailed) throw end('rows');
      tell(outcome.taken);
    }
    interpreter.allow(Math.min(left(), batchTime));
    await take(interpreter.end());
    interpreter.allow(batchTime);
    outcome.unknown = interpreter.unknown();
  } catch (error) {
    if (!(error instanceof ScriptEnded)) throw error;
    outcome.problem = error.problem;
  }
  outcome.log = interpreter?.log ?? [];
  outcome.moreLog = interpreter?.moreLog ?? 0;
  outcome.milliseconds = Math.round(performance.now() - begun);
  return outcome;
}

/** A row whose values are all of the types of their columns; otherwise it is left out as a whole. */
function checkedRow(values: unknown, row: number, { columns, words }: ScriptText, outcome: Outcome): Line | undefined {
  if (!Array.isArray(values)) {
    leaveOut(outcome, { row, column: null, kind: 'shape', value: String(values).slice(0, 60), line: null });
    return undefined;
  }
  const line: Line = [];
  let fault: RowFault | undefined;
  for (const [index, { name, fieldType }] of columns.entries()) {
    const checked = checkedValue(values[index], fieldType, words);
    if ('text' in checked) line.push(checked.text);
    else fault ??= { row, column: name, kind: checked.fault, value: checked.value, line: null };
  }
  if (!fault) return line;
  leaveOut(outcome, fault);
  return undefined;
}

function leaveOut(outcome: Outcome, fault: RowFault): void {
  outcome.rejected += 1;
  if (outcome.faults.length < shownFaults) outcome.faults.push(fault);
}

/** A value of a try as answers carry it. */
function cellOf(text: string | null, type: FieldType): Cell {
  if (text === null || type === 'string') return text;
  if (type === 'boolean') return text === 'true';
  // Six decimals are kept of it.
  if (type === 'number') return decimalCell(toDecimals(new Exact(text), 6));
  if (type !== 'integer' && type !== 'float') return text;
  const value = Number(text);
  return type === 'integer' && !Number.isSafeInteger(value) ? text : value;
}
