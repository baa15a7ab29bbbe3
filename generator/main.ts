import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const help = `targus <command>

  generate [--check]                            write src/generated, schemas/meta/generated and docs/reference
  check [--schemas DIR ...] [--format text|json|sarif] [--all]
                                                look for mistakes in every document, with overlays over it
  contract --base URL [--token T]               test whether a back end honours the contracts
  import-menu FILE [--out FILE]                 menu rows of another system (JSON, SQL inserts) as a menu document
  new page|form|table|register|rule|service|dictionary|menu|locale|amendment|widget NAME [--schemas DIR]
                                                write a start that works, into an overlay with --schemas
`;

/** Runs one command of the command line. Returns the exit code: 0 fine, 1 differences or mistakes found, 2 wrong usage. */
export async function main(args: string[]): Promise<number> {
  const [command, ...rest] = args;
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  if (command === 'generate') return runGenerate(root, rest);
  if (command === 'check') return (await import('./check/run.ts')).runCheck(root, rest);
  if (command === 'contract') return (await import('./contract/run.ts')).runContract(root, rest);
  if (command === 'import-menu') return (await import('./import-menu/run.ts')).runImportMenu(root, rest);
  if (command === 'new') return (await import('./new/run.ts')).runNew(root, rest);
  if (command === undefined || command === 'help' || command === '--help') {
    console.log(help);
    return 0;
  }
  console.error(`There is no command "${command}".\n\n${help}`);
  return 2;
}

async function runGenerate(root: string, args: string[]): Promise<number> {
  const { generate } = await import('./generate.ts');
  const { differences, writeOutput } = await import('./emit/output.ts');
  const output = await generate(root).catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
    console.error(error.message);
  });
  if (!output) return 1;
  if (args.includes('--check')) {
    const different = differences(root, output);
    for (const path of different) console.log(path);
    if (different.length > 0) console.error(`${different.length} generated files are out of date: run "npm run generate".`);
    return different.length > 0 ? 1 : 0;
  }
  const changed = writeOutput(root, output);
  console.log(`${output.size} files, ${changed.length} changed`);
  for (const path of changed) console.log(`  ${path}`);
  return 0;
}
