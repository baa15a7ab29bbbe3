import { findNodeAtLocation, parseTree } from 'jsonc-parser';

/** Line and column, both from 1, of the value a JSON pointer leads to in a text; of its nearest parent where it leads nowhere. */
export function locate(text: string, pointer: string): { line: number; column: number } {
  let node = parseTree(text);
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = node && findNodeAtLocation(node, [node.type === 'array' ? Number(key) : key]);
    if (!next) break;
    node = next;
  }
  const lines = text.slice(0, node?.offset ?? 0).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
