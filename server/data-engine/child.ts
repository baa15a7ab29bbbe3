import { type ChildProcess, fork } from 'node:child_process';
import { fileOf } from '../threads/program.ts';
import type { Answer, Reply, Request } from './types.ts';

/** Why a question has no answer. `stopped`: the process was ended, or died. */
type EngineFault = 'stopped' | 'memory' | 'failed';

/** What the engine says of a statement of ours. The message is its own, for the log and for steps of runs. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly fault: EngineFault;
  constructor(fault: EngineFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

type Asked = Request extends infer Kind ? (Kind extends Request ? Omit<Kind, 'id'> : never) : never;

/** A process of the engine. It ends with the server, whatever happens to it. */
export class Child {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  #asked = 0;
  #isGone = false;
  onGone: () => void = () => undefined;

  /** Built, it is data-engine.js beside main.js; from sources it brings its loader. Its environment is empty: there are no secrets in it. */
  constructor() {
    const program = fileOf({ built: 'data-engine.js', source: 'data-engine/from-source.mjs' });
    const { SystemRoot } = process.env;
    this.#process = fork(program, {
      execArgv: ['--max-old-space-size=256'],
      env: { TZ: 'UTC', ...(SystemRoot !== undefined && { SystemRoot }) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process.on('message', (reply: Reply) => this.#hear(reply));
    this.#process.on('exit', () => this.#leave());
    this.#process.on('error', () => this.#leave());
    this.#hold();
  }

  /** @throws EngineError */
  async ask(question: Asked): Promise<Answer> {
    if (this.#isGone) throw new EngineError('stopped', 'The process has ended');
    this.#asked += 1;
    const id = this.#asked;
    return await new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#hold();
      this.#process.send({ id, ...question }, (error) => {
        if (error) this.#leave();
      });
    });
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#process.kill('SIGKILL');
    this.#leave();
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  #hear(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    this.#hold();
    if (!waiting) return;
    if ('answer' in reply) waiting.resolve(reply.answer);
    else waiting.reject(new EngineError(reply.failed.isMemory ? 'memory' : 'failed', reply.failed.message));
  }

  #leave(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    for (const { reject } of this.#waiting.values()) reject(new EngineError('stopped', 'The process has ended'));
    this.#waiting.clear();
    this.onGone();
  }

  /** Waiting for work keeps no server alive. */
  #hold(): void {
    const isBusy = this.#waiting.size > 0;
    this.#process[isBusy ? 'ref' : 'unref']();
    this.#process.channel?.[isBusy ? 'ref' : 'unref']();
  }
}
