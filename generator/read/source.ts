import { readFileSync } from 'node:fs';
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { DOCUMENT_LIMITS, JsonError, type JsonErrorCode, parseLimitedJson } from '../../src/core/json-limits.ts';
import { pointerPart, pointerParts } from '../json.ts';

export interface Position {
  /** Both count from 1. */
  line: number;
  column: number;
}

/** A JSON file with the place of everything in it. */
export interface Source {
  /** Path for people: relative to where the command runs. */
  file: string;
  /** Path inside the project, the same for base and overlay: schemas/pages/home.page.json. */
  path: string;
  text: string;
  value: unknown;
  faults: { pointer: string; position: Position; message: string; repeated?: true; code?: JsonErrorCode; hint?: string }[];
  /** Place of the value a JSON pointer leads to; of its nearest existing parent when it leads nowhere. */
  locate: (pointer: string) => Position;
  /** Place of the key of that value. */
  locateKey: (pointer: string) => Position;
  /** Of an amended document: where a part stands that its amendment did not write, for people. */
  leftAt?: (pointer: string) => string | undefined;
}

/**
 * Reads a JSON file. Syntax errors and keys given twice are collected in `faults`, never thrown; `value` is then what could be read.
 * Errors: those of the file system.
 */
export function readSource(absolute: string, file: string, path: string): Source {
  return parseSource(readFileSync(absolute, 'utf8'), file, path);
}

export function parseSource(text: string, file: string, path: string): Source {
  const beyond = unreadable(text);
  if (beyond) return withoutValue(text, file, path, beyond);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
  const starts = lineStarts(text);
  const positionOf = (offset: number): Position => {
    let line = starts.length - 1;
    let low = 0;
    while (low < line) {
      const middle = (low + line + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else line = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
  // What follows the first syntax error is mostly its consequence.
  const faults: Source['faults'] = errors.slice(0, 1).map(({ error, offset }) => {
    const name = printParseErrorCode(error);
    const hint = hintOf(name, text, offset);
    const message = `JSON syntax: ${name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()}`;
    return { pointer: '', position: positionOf(offset), message, ...(hint !== undefined && { hint }) };
  });
  if (tree)
    for (const twice of repeatedKeys(tree, '')) {
      faults.push({ pointer: twice.pointer, position: positionOf(twice.offset), message: twice.message, repeated: true });
    }
  const nodeAt = (pointer: string): Node | undefined => {
    if (!tree) return undefined;
    const parts = pointerParts(pointer);
    for (let length = parts.length; length >= 0; length -= 1) {
      const node = findNodeAtLocation(tree, pathIn(tree, parts.slice(0, length)));
      if (node) return node;
    }
    return tree;
  };
  return {
    file,
    path,
    text,
    value: readValue(text, tree, errors.length > 0),
    faults,
    locate: (pointer) => positionOf(nodeAt(pointer)?.offset ?? 0),
    locateKey: (pointer) => {
      const node = nodeAt(pointer);
      return positionOf((node?.parent?.type === 'property' ? node.parent.offset : node?.offset) ?? 0);
    },
  };
}

/** What mostly leads to a fault of syntax. */
function hintOf(name: string, text: string, offset: number): string | undefined {
  if (name === 'InvalidCommentToken') return 'JSON has no comments: most documents take a "description"';
  const rest = text.slice(offset).trimStart();
  if (/^[\u201c\u201d\u2018\u2019\uff02]/.test(rest)) return 'JSON has straight quotes alone: "';
  if (/^'/.test(rest)) return 'JSON has double quotes alone: "';
  if (name === 'CommaExpected' && /^["{[\w-]/.test(rest)) return 'put a comma behind what stands before it';
  if (rest === '') return 'the text ends here: is the file written to its end?';
  return /,\s*$/.test(text.slice(0, offset)) && /^[}\]]/.test(rest) ? 'take the comma before it away' : undefined;
}

type Fault = Pick<Source['faults'][number], 'code' | 'message' | 'hint'>;

/** Why a text is not even taken apart: it starts with what nobody sees, or the server would not take it either. */
function unreadable(text: string): Fault | undefined {
  if (text.startsWith('\uFEFF'))
    return {
      message: 'the file begins with a byte order mark, which nobody sees',
      hint: 'save it as UTF-8 without one ("UTF-8", not "UTF-8 with BOM")',
    };
  // What bytes of another encoding become where they are read as UTF-8.
  const strange = text.indexOf('\uFFFD');
  if (strange >= 0) {
    const line = text.slice(0, strange).split('\n').length;
    return {
      message: `the file is not UTF-8: line ${line} has bytes that are no signs of it`,
      hint: 'save it as UTF-8, such as in place of GBK or UTF-16',
    };
  }
  try {
    parseLimitedJson(text, DOCUMENT_LIMITS);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // What is wrong with the syntax is told with its place.
    if (error.code !== 'JSON_SYNTAX') return { code: error.code, message: error.message, hint: 'divide it into several documents' };
  }
  return undefined;
}

function withoutValue(text: string, file: string, path: string, fault: Fault): Source {
  const start = { line: 1, column: 1 };
  const locate = () => start;
  return { file, path, text, value: undefined, faults: [{ pointer: '', position: start, ...fault }], locate, locateKey: locate };
}

/** jsonc-parser makes objects without a prototype, which templates cannot print; they serve only what is no JSON. */
function readValue(text: string, tree: Node | undefined, isBroken: boolean): unknown {
  if (isBroken) return tree ? getNodeValue(tree) : undefined;
  return JSON.parse(text);
}

/** jsonc-parser tells list positions from keys by type. */
function pathIn(tree: Node, parts: string[]): (string | number)[] {
  const path: (string | number)[] = [];
  let node: Node | undefined = tree;
  for (const part of parts) {
    const step: string | number = node?.type === 'array' ? Number(part) : part;
    path.push(step);
    node = node && findNodeAtLocation(node, [step]);
  }
  return path;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1);
  return starts;
}

function* repeatedKeys(node: Node, pointer: string): Generator<{ pointer: string; offset: number; message: string }> {
  const seen = new Set<string>();
  for (const [index, child] of (node.children ?? []).entries()) {
    if (node.type === 'array') {
      yield* repeatedKeys(child, `${pointer}/${index}`);
      continue;
    }
    const [key, value] = child.children ?? [];
    if (!key) continue;
    const name = String(key.value);
    const at = `${pointer}/${pointerPart(name)}`;
    if (seen.has(name)) yield { pointer: at, offset: key.offset, message: `the key "${name}" is given twice` };
    seen.add(name);
    if (value) yield* repeatedKeys(value, at);
  }
}
