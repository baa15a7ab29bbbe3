import { spawn } from 'node:child_process';

/** What takes longer than this says so before it is done. */
const patience = 2000;

/** Does one thing and prints how long it took; `work` returns false when there was nothing to do. */
export async function step(title, work) {
  const started = performance.now();
  const announce = setTimeout(() => console.log(`  ${title} ...`), patience);
  const result = await work().finally(() => clearTimeout(announce));
  if (result === false) return;
  console.log(`  ${title.padEnd(44, ' ')} ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s`);
}

/** Ends the program with a message instead of a stack. `output`: what the program that failed had printed. */
export class StepError extends Error {
  constructor(message, output = '') {
    super(output === '' ? message : `${message}:\n${output}`);
    this.output = output;
  }
}

/**
 * Runs a program and keeps its output to itself unless it fails.
 * @throws StepError with the end of the output.
 */
export async function run(title, command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text) => {
      output = (output + text).slice(-20_000);
    });
  }
  const status = await new Promise((done) => {
    child.once('error', (error) => {
      output += error.message;
      done(1);
    });
    child.once('exit', (code, signal) => done(code ?? signal));
  });
  if (status !== 0) throw new StepError(`${title} failed (${status})`, output.trimEnd());
}
