import jsep from 'jsep';
import type { NodeDocument } from '../../../../../src/core/types.ts';
import { countNodes, pageDocument } from '../fixtures/page.ts';
import { firstAndWarm } from '../support/clock.ts';
import type { Subject } from '../support/subject.ts';

interface PlainNode {
  key: string;
  widget: string;
  options: Record<string, unknown>;
}

/** The least a hand-written plan does: a walk that keys every node and parses every expression it meets. Nothing is checked or typed. */
function plan(nodes: readonly NodeDocument[], pointer: string): PlainNode[] {
  return nodes.map(({ widget, ...options }, index) => {
    const key = `${pointer}/${index}`;
    return { key, widget, options: Object.fromEntries(Object.entries(options).map(([name, value]) => [name, option(name, value, key)])) };
  });
}

function option(name: string, value: unknown, pointer: string): unknown {
  if (name === 'body') return plan(value as NodeDocument[], `${pointer}/body`);
  if (typeof value === 'string' && value.includes('{{')) return jsep(value.slice(2, -2));
  if (Array.isArray(value)) return value.map((item) => option('', item, pointer));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, option('', inner, pointer)]));
  }
  return value;
}

const subject: Subject = async (_root, argument) => {
  const count = Number(argument);
  const times = firstAndWarm(
    (call) => pageDocument(count, call),
    ({ body }) => plan(body, '/body'),
    40,
  );
  return { ...times, nodes: countNodes(pageDocument(count, 0).body) };
};

export default subject;
