import type { KeeperHost } from './keeper-host.ts';

/** Runs one after the other, in the order they came: at once while nothing runs, and each when the one before has ended. */
export class Line {
  #last: Promise<unknown> | undefined;
  #isStopped = false;

  run(start: () => unknown): void {
    const started = this.#last ? this.#last.then(() => (this.#isStopped ? undefined : start())) : Promise.resolve(start());
    const ended: Promise<unknown> = started.finally(() => {
      if (this.#last === ended) this.#last = undefined;
    });
    this.#last = ended;
  }
  /** What waits is not run any more. */
  stop(): void {
    this.#isStopped = true;
  }
}

type Surroundings = Omit<KeeperHost, 'onView'>;

/** What brings records to the page waits in line: an action that is busy with some would miss the next, and what was saved counts before what replaces it. */
export function inLine(host: Surroundings, line: Line): Surroundings {
  return {
    ...host,
    onSaved: (records) => line.run(() => host.onSaved(records)),
    onMerge: (records) => line.run(() => host.onMerge(records)),
    onDecided: (record, instead) => line.run(() => host.onDecided(record, instead)),
    onWithheld: (records) => line.run(() => host.onWithheld(records)),
  };
}
