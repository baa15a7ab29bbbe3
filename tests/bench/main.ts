import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Bench, benches } from './cases/index.ts';
import { createContext } from './context.ts';
import { projectRoot } from './paths.ts';
import { printTable, type Section, toJson } from './report.ts';

/**
 * Runs the named benchmarks, or all, one after the other. A figure beyond its budget is printed as such and is no failure;
 * a benchmark that cannot measure is.
 * @returns the exit code.
 */
export async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. There are: ${benches.map((bench) => bench.name).join(', ')}`);
    return 2;
  }
  const chosen = names.length === 0 ? benches : benches.filter((bench) => names.includes(bench.name));
  const context = createContext((line) => console.error(line));
  const sections: Section[] = [];
  try {
    for (const bench of chosen) sections.push(await measured(bench, () => bench.run(context)));
  } finally {
    await context.close();
  }
  console.log(`\n${printTable(sections)}`);
  const machine = { node: process.version, cpu: cpus()[0]?.model, cores: cpus().length, measuredAt: new Date().toISOString() };
  await mkdir(join(projectRoot, 'reports'), { recursive: true });
  await writeFile(join(projectRoot, 'reports', 'bench.json'), `${JSON.stringify(toJson(sections, machine), null, 2)}\n`);
  console.log('Written: reports/bench.json');
  return sections.some((section) => section.failure) ? 1 : 0;
}

async function measured({ name, title }: Bench, run: () => Promise<Section['lines']>): Promise<Section> {
  console.error(`\n${title}`);
  try {
    return { name, title, lines: await run() };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    console.error(`  ${error instanceof Error ? error.stack : failure}`);
    return { name, title, lines: [], failure: firstLine(failure) };
  }
}

/** Enough for the table; the whole stands above it. */
function firstLine(text: string): string {
  return stripVTControlCharacters(text).split('\n', 1)[0] ?? '';
}
