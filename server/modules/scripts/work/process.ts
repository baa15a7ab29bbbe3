import { type ChildProcess, fork } from 'node:child_process';
import { EngineError } from '../../../data-engine/index.ts';
import { fileOf } from '../../../threads/program.ts';
import type { Outcomes, Problem, Said, Task } from './types.ts';

/** Milliseconds a process may take beyond those of its script, for its start and its files. */
const margin = 10_000;

/** A script that was ended from outside: its time was up, or its process broke down. */
export class SandboxEnded extends Error {
  readonly problem: Problem;
  constructor(kind: 'time' | 'memory') {
    super(kind);
    this.problem = { kind, message: '', line: null, column: null, row: null };
  }
}

/**
 * Does one task in a process of its own, which is killed at once where the signal says so or its time is up. Its environment is empty and it makes no code of
 * texts; the script in it is text for an interpreter. Built, it is sandbox.js beside main.js; from sources it brings its loader.
 * @throws SandboxEnded, EngineError `stopped` where the signal ended it
 */
export async function inSandbox<One extends Task>(
  task: One,
  { signal, onRows }: { signal?: AbortSignal; onRows?: (rows: number) => void } = {},
): Promise<Outcomes[One['kind']]> {
  if (signal?.aborted) throw new EngineError('stopped', 'Stopped');
  const child = started();
  let late: NodeJS.Timeout | undefined;
  let stop: () => void = () => undefined;
  try {
    return await new Promise((resolve, reject) => {
      child.on('message', (said: Said) => {
        if ('rows' in said) onRows?.(said.rows);
        else if ('done' in said) resolve(said.done as Outcomes[One['kind']]);
        else reject(new Error(`The sandbox broke: ${said.broke}`));
      });
      child.on('error', reject);
      child.on('exit', () => reject(new SandboxEnded('memory')));
      stop = () => reject(new EngineError('stopped', 'Stopped'));
      signal?.addEventListener('abort', stop, { once: true });
      late = setTimeout(() => reject(new SandboxEnded('time')), ('milliseconds' in task ? task.milliseconds : 5_000) + margin);
      child.send(task, (error) => {
        if (error) reject(new SandboxEnded('memory'));
      });
    });
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', stop);
    child.kill('SIGKILL');
  }
}

function started(): ChildProcess {
  const program = fileOf({ built: 'sandbox.js', source: 'modules/scripts/work/from-source.mjs' });
  const { SystemRoot } = process.env;
  return fork(program, {
    execArgv: ['--max-old-space-size=256', '--disallow-code-generation-from-strings'],
    env: { TZ: 'UTC', ...(SystemRoot !== undefined && { SystemRoot }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
