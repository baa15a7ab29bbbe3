import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOverlay } from '../../generator/check/overlay.ts';
import { functionFacts } from '../../generator/functions/index.ts';
import { roots } from '../../generator/read/roots.ts';
import { projectRoot } from '../support/project.ts';

const pagesIn = (folder: string) =>
  readdirSync(join(projectRoot, folder)).flatMap((name) => (name.endsWith('.md') ? [posix.join(folder, name)] : []));
const pages = ['README.md', 'CHANGELOG.md', ...pagesIn('docs'), ...pagesIn('docs/decisions')];

/** What people read of a page: without blocks of code. */
const read = (page: string) => readFileSync(join(projectRoot, page), 'utf8').replace(/^ *```.*?^ *```/gms, '');

/** The anchor of a heading, as GitHub makes it; of equal ones each further has a number. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of read(page).matchAll(/^#+ (.*)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let more = 1; anchors.has(name); more += 1) name = `${anchor}-${more}`;
    anchors.add(name);
  }
  return anchors;
}

/** What is wrong with a link of a page, if anything. */
function fault(page: string, link: string): string[] {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : posix.join(dirname(page), path);
  const place = join(projectRoot, target);
  if (!existsSync(place)) return [`${page}: no file ${link}`];
  if (anchor !== undefined && (statSync(place).isDirectory() || !anchorsOf(target).has(anchor))) return [`${page}: no heading ${link}`];
  return [];
}

describe('the pages of docs', () => {
  it('link to files and headings that exist', () => {
    const links = pages.flatMap((page) => [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })));
    expect(links.flatMap(({ page, link }) => (/^[a-z]+:/.test(link) ? [] : fault(page, link)))).toEqual([]);
  });

  it('show documents that are some: what somebody copies into a folder of their own is found whole', () => {
    const page = readFileSync(join(projectRoot, 'docs/dialect.md'), 'utf8');
    const shown = [...page.matchAll(/`([a-z]+\/[\w.-]+\.json)`[^\n]*:\n\n```json\n(.*?)\n```/gs)];
    const files = shown.map(([, path = '', text = '']) => ({ path, file: path, text }));
    expect(files.map(({ path }) => path)).toEqual(['questionnaires/training.questionnaire.json', 'statements/stock.statement.json']);
    expect(checkOverlay(projectRoot, files).errors).toEqual([]);
    const torn = files.map(({ path, file, text }) => ({ path, file, text: text.replace('"title"', '"titel"') }));
    expect(checkOverlay(projectRoot, torn).errors.map(({ path }) => path)).toEqual(expect.arrayContaining(files.map(({ path }) => path)));
  });

  it('name files of the project that exist', () => {
    const named = /`((?:server|src|schemas|renderers|generator|tests|docs)\/[\w./-]+)`/g;
    const missing = pages.flatMap((page) =>
      [...read(page).matchAll(named)].flatMap(([, path = '']) => (existsSync(join(projectRoot, path)) ? [] : [`${page}: ${path}`])),
    );
    expect(missing).toEqual([]);
  });

  it('name commands of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    const unknown = pages.flatMap((page) =>
      [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/npm run (?:-s )?([\w:]+)/g)].flatMap(([, name = '']) =>
        Object.hasOwn(scripts, name) ? [] : [`${page}: ${name}`],
      ),
    );
    expect(unknown).toEqual([]);
  });

  /** What stands in backticks in the cells of a table of the dialect, by column. */
  const cellsBelow = (line: string, column: number) => {
    const [table = ''] = read('docs/dialect.md').split(`${line}\n\n`)[1]?.split('\n\n') ?? [];
    const cells = table
      .split('\n')
      .slice(2)
      .map((row) => row.split(' | ')[column] ?? '');
    return cells.flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map(([, word = '']) => word));
  };

  it('name every name of the dialect and no part there is none of, as the reference does', () => {
    const named = cellsBelow('Names, from the inside out:', 0);
    expect(named.sort()).toEqual(Object.keys(roots).sort());
    const parts = cellsBelow('Names, from the inside out:', 1).flatMap((words) => [...words.matchAll(/\b([a-z]+)\.([a-zA-Z]+)/g)]);
    const known = parts.filter(([, root = '']) => roots[root]?.parts);
    expect(known.length).toBeGreaterThan(10);
    expect(known.flatMap(([word, root = '', part = '']) => (Object.hasOwn(roots[root]?.parts ?? {}, part) ? [] : [word]))).toEqual([]);
  });

  it('name every function of the dialect and no other', () => {
    const named = cellsBelow('Functions: these and no others.', 1).map((word) => word.replace(/\(.*/, ''));
    expect(named.sort()).toEqual(Object.keys(functionFacts).sort());
  });

  it('list every decision by subject, under a number of its own', () => {
    const decisions = pagesIn('docs/decisions').flatMap((page) => (page.endsWith('README.md') ? [] : [posix.basename(page)]));
    const listed = [...read('docs/decisions/README.md').matchAll(/\]\((\d{3}-[^)]+)\)/g)].map(([, name = '']) => name);
    expect(listed.sort()).toEqual(decisions.sort());
    const numbers = decisions.map((name) => name.slice(0, 3));
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const name of decisions) expect(read(`docs/decisions/${name}`)).toMatch(new RegExp(`^# ${name.slice(0, 3)}\\b`));
  });
});
