/** Prints what the start is doing, each step with its time. */
export interface Steps {
  run<T>(title: string, work: (say: (line: string) => void) => Promise<T> | T): Promise<T>;
  line(text: string): void;
}

export function createSteps(write: (text: string) => void): Steps {
  return {
    async run(title, work) {
      const started = performance.now();
      const said: string[] = [];
      try {
        return await work((line) => said.push(line));
      } finally {
        write(`  ${title.padEnd(44, ' ')} ${((performance.now() - started) / 1000).toFixed(1).padStart(5)} s\n`);
        for (const line of said) write(`    ${line}\n`);
      }
    },
    line: (text) => write(`${text}\n`),
  };
}
