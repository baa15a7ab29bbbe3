import { objectAt, textAt } from '../../json.ts';
import type { Call } from '../../read/calls.ts';
import type { Documents } from '../../read/documents.ts';
import { createResolver } from '../../read/references.ts';
import { type Held, type Root, roots } from '../../read/roots.ts';
import { answerRows } from './answers.ts';
import { code, page, table } from './markdown.ts';

/** docs/reference/names.md: what the names of the dialect hold, those of the sign-in from the contracts of its calls. */
export function namesPage(documents: Documents, calls: Call[]): string {
  const names = Object.entries(roots).map(([name, { is }]) => [code(name), is]);
  const told = Object.entries(roots).map(([name, root]) => {
    const own = Object.entries(root.parts ?? {});
    const rows = own.flatMap(([part, is]) => [
      [code(part), is],
      ...held(root.holds?.[part], part),
      ...held(root.named?.[part], `${part}.<name>`),
      ...answered(root.answered?.[part], part, documents, calls),
    ]);
    const all = [...rows, ...answered(root.answer, '', documents, calls)];
    const answers = Object.keys(root.answered ?? {}).map(code);
    const promised = root.answer ? 'What' : answers.length > 0 ? `Of ${answers.join(', ')} what` : undefined;
    const open = promised ? `${promised} the contract promises; another back end may give more.\n\n` : '';
    return all.length === 0 ? '' : `## ${name}\n\n${open}${table(['holds', 'is'], all)}`;
  });
  const introduction =
    'Names expressions can read, from the inside out, and what they hold; those of a row, an entry, a change or a failure only where there is one. [`targus check`](../configurators.md#what-it-looks-at) knows the same. Beside them stand the named nodes of the page.';
  return page('Names', introduction, [table(['name', 'is'], names), ...told]);
}

/** Rows of what a part holds itself, below its own; of what is like another name a word. */
function held(of: Held | undefined, part: string): string[][] {
  if (!of) return [];
  const place = of.isList ? `${part}[]` : part;
  if (of.like !== undefined) return [[code(place), `Holds what ${code(of.like)} holds.`]];
  return Object.entries(of.parts ?? {}).map(([name, is]) => [code(`${place}.${name}`), is]);
}

/** Rows `name, description` of what the answer of a call of the start-up gives a name, each after the part it stands in. */
function answered(of: Root['answer'], part: string, documents: Documents, calls: Call[]): string[][] {
  const app = documents.of('app')[0]?.source.value;
  const id = of && textAt(objectAt(app, 'calls'), of.role);
  const call = calls.find(({ contract }) => contract.id === id);
  if (!of || !call) return [];
  return answerRows(call, documents, createResolver(documents)).flatMap(([path = '', type = '', , description = '']) => {
    const rest = inside(path.replaceAll('`', ''), of.member);
    return rest === undefined ? [] : [[code(part === '' ? rest.replace(/^\./, '') : `${part}${rest}`), description || type]];
  });
}

/** What follows the member in a path: `.id` of `principal.id`, `[].id` of `applications[].id`; undefined where it leads elsewhere. */
function inside(path: string, member: string | undefined): string | undefined {
  if (member === undefined) return `.${path}`;
  return path.startsWith(`${member}.`) || path.startsWith(`${member}[]`) ? path.slice(member.length) : undefined;
}
