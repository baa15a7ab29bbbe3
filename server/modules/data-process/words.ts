import type { Fault, ReadGraph } from '../../../src/core/data-graph/index.ts';
import type { Reading } from '../../context.ts';
import { wordsOfArea } from '../../reader.ts';

export type Words = (key: string, values?: Record<string, string | number>) => string;

/** Texts of the area `dataprocess` in the language of the reader. */
export function processWords(context: Reading): Words {
  return wordsOfArea(context, (key) => `dataprocess.${key}`);
}

/** What is wrong, in words. Types of fields and functions are told by the names people know them by. */
export function sayFault(words: Words, { kind, values = {} }: Pick<Fault, 'kind' | 'values'>): string {
  const told = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isType = ['type', 'from', 'to', 'one', 'other', 'leftType', 'rightType'].includes(name);
      return [name, isType ? words(`type.${value}`) : value];
    }),
  );
  const hint = values.hint
    ? words(values.hint.startsWith('did you mean') ? 'fault.didYouMean' : 'fault.itHas', { names: namesIn(values.hint) })
    : '';
  return [words(`fault.${kind}`, told), hint].filter((part) => part !== '').join(' ');
}

/** The names in a hint of the core: `did you mean "amount"?`, `it has id, amount`. */
function namesIn(hint: string): string {
  return /^did you mean "(.*)"\?$/.exec(hint)?.[1] ?? hint.replace(/^it has /, '').replace(/ and (\d+) more$/, ' … (+$1)');
}

/** A graph as it is drawn: nodes with what they give, what is wrong and where they stand (API-105). */
export function drawn(
  words: Words,
  read: ReadGraph,
  places: ReadonlyMap<string, { x: number; y: number }>,
  edges: readonly { from: string; to: string; slot?: number | undefined }[],
) {
  return {
    nodes: [...read.nodes.values()].map(({ node, columns, faults, inputs, ready }) => ({
      id: node.id,
      kind: node.kind,
      name: node.title ?? words(`kind.${node.kind}`),
      x: places.get(node.id)?.x ?? 0,
      y: places.get(node.id)?.y ?? 0,
      inputs,
      ready,
      columns: columns.map(({ name, title, type }) => ({ name, title: title ?? name, type })),
      problems: faults.map((fault) => ({ path: fault.path, level: fault.level, text: sayFault(words, fault) })),
    })),
    edges: edges.filter(({ from, to }) => read.nodes.has(from) && read.nodes.has(to)).map(({ from, to, slot = 0 }) => ({ from, to, slot })),
    problems: read.faults
      .filter(({ nodeId }) => !read.nodes.has(nodeId))
      .map((fault) => ({ path: fault.path, level: fault.level, text: sayFault(words, fault) })),
    ready: read.output?.ready === true && !read.faults.some(({ level }) => level === 'error'),
  };
}
