import { ExpressionError, hasExpression } from '../../../src/core/expression/index.ts';
import { nodesIn, parseExpression, type SyntaxNode, startOf } from '../../../src/core/expression/parse.ts';
import { splitTemplate } from '../../../src/core/expression/template.ts';
import { functionFacts } from '../../functions/index.ts';
import type { Misfit } from './misfits.ts';
import { noMember, type Type, type Types, unionOf } from './types.ts';

/** Types of the names a place can read. A name it does not hold is unknown. */
export type Lookup = (name: string) => Type | undefined;
/** Something wrong at a character of the text (counted from 0); without a code of its own a field that is not there. */
export type Note = (position: number, misfit: Misfit) => void;

/** The type a text with {{ }} gives; every member no contract promises is noted. Texts that cannot be read are left to the core. */
export function inferTemplate(text: string, types: Types, lookup: Lookup, note: Note): Type | undefined {
  if (!hasExpression(text)) return undefined;
  const results = parseTemplate(text).map(({ node, offset }) => new Inference(types, lookup, note, offset).of(node));
  return wholeExpression(text) ? results[0] : undefined;
}

/** The expression a text consists of; undefined where it has more than one, or anything around it: the parts are joined as text then. */
export function wholeExpression(text: string): Parsed | undefined {
  const [only, ...others] = parseTemplate(text);
  return only && others.length === 0 && splitTemplate(text).length === 1 ? only : undefined;
}

/** The syntax trees of a text, none when it cannot be read. */
export function parseTemplate(text: string): readonly Parsed[] {
  const known = parsed.get(text);
  if (known) return known;
  if (parsed.size >= mostParsed) parsed.clear();
  const trees = parse(text);
  parsed.set(text, trees);
  return trees;
}

interface Parsed {
  node: SyntaxNode;
  offset: number;
}

/** Several checks read the same texts, and a process that checks again reads nearly the same ones. */
const parsed = new Map<string, readonly Parsed[]>();
const mostParsed = 20_000;

function parse(text: string): Parsed[] {
  try {
    return splitTemplate(text).flatMap((part) =>
      'text' in part ? [] : [{ node: parseExpression(part.expression, part.offset, text), offset: part.offset }],
    );
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
}

/** Every node of the syntax trees of a text. */
export function nodesOf(text: string): Parsed[] {
  return parseTemplate(text).flatMap(({ node: tree, offset }) => nodesIn(tree).map((node) => ({ node, offset })));
}

/** Every call of a function in a text, with its arguments. */
export function callsIn(text: string): { name: string; args: SyntaxNode[]; position: number }[] {
  return nodesOf(text).flatMap(({ node, offset }) => {
    const { type, callee, arguments: args } = node;
    if (type !== 'CallExpression' || !Array.isArray(args)) return [];
    return [{ name: String((callee as SyntaxNode).name), args: args as SyntaxNode[], position: offset + startOf(node) }];
  });
}

/** The name of a property of an object that is written out; undefined where it is computed. */
export function keyOf({ key, computed }: SyntaxNode): string | undefined {
  const node = key as SyntaxNode | undefined;
  if (computed === true) return undefined;
  return node?.type === 'Identifier' ? String(node.name) : literalText(node);
}

/** The name a member is read by, as far as it is written out: of `a.b` and `a['b']`; undefined of `a[b]`. */
export function memberName({ type, property, computed }: SyntaxNode): string | undefined {
  if (type !== 'MemberExpression') return undefined;
  const node = property as SyntaxNode;
  return computed === true ? literalText(node) : String(node.name);
}

export function literalText(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** A text or a number that is written out, as text: comparisons take both for the same. */
function writtenOut(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'number' ? String(node.value) : literalText(node);
}

/** Keys that stand in what an expression gives: of `pick(value, ['a', 'b'])`, of an object written out, of both merged, of either of a choice. */
export function keysOf(node: SyntaxNode): { name: string; at: SyntaxNode }[] {
  if (node.type === 'ObjectExpression') {
    return (node.properties as SyntaxNode[]).flatMap((property) => {
      const name = keyOf(property);
      return name === undefined ? [] : [{ name, at: property.key as SyntaxNode }];
    });
  }
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap((branch) => keysOf(branch as SyntaxNode));
  if (node.type !== 'CallExpression') return [];
  const args = node.arguments as SyntaxNode[];
  const name = String((node.callee as SyntaxNode).name);
  if (name === 'merge') return args.flatMap(keysOf);
  if (name !== 'pick' || args[1]?.type !== 'ArrayExpression') return [];
  return (args[1].elements as SyntaxNode[]).flatMap((element) => {
    const text = literalText(element);
    return text === undefined ? [] : [{ name: text.split('.', 1)[0] ?? '', at: element }];
  });
}

class Inference {
  private readonly types: Types;
  private readonly lookup: Lookup;
  private readonly note: Note;
  private readonly offset: number;

  constructor(types: Types, lookup: Lookup, note: Note, offset: number) {
    this.types = types;
    this.lookup = lookup;
    this.note = note;
    this.offset = offset;
  }

  of(node: SyntaxNode): Type | undefined {
    switch (node.type) {
      case 'Identifier':
        return this.lookup(String(node.name));
      case 'MemberExpression':
        return this.member(node);
      case 'ConditionalExpression':
        this.of(node.test as SyntaxNode);
        return this.either(node.consequent as SyntaxNode, node.alternate as SyntaxNode);
      case 'BinaryExpression':
        return this.binary(node);
      case 'UnaryExpression':
        this.of(node.argument as SyntaxNode);
        return undefined;
      case 'ArrayExpression':
        return { kind: 'list', of: unionOf((node.elements as SyntaxNode[]).map((element) => this.of(element))), label: 'this list' };
      case 'ObjectExpression':
        return this.object(node.properties as SyntaxNode[]);
      case 'CallExpression':
        return this.call(String((node.callee as SyntaxNode).name), node.arguments as SyntaxNode[]);
      default:
        return undefined;
    }
  }

  private object(properties: readonly SyntaxNode[]): Type | undefined {
    const members = properties.map((property) => ({
      name: keyOf(property),
      type: this.of((property.value ?? property.key) as SyntaxNode),
    }));
    if (members.some(({ name }) => name === undefined)) return undefined;
    const types = new Map(members.map(({ name, type }) => [name, type]));
    const known = members.flatMap(({ name }) => name ?? []);
    return { kind: 'record', known, get: (name) => types.get(name), label: 'this object' };
  }

  private member(node: SyntaxNode): Type | undefined {
    const owner = this.of(node.object as SyntaxNode);
    const property = node.property as SyntaxNode;
    const name = memberName(node);
    if (name !== undefined) return this.read(owner, name, property);
    this.of(property);
    return this.types.element(owner);
  }

  private read(owner: Type | undefined, path: string, at: SyntaxNode): Type | undefined {
    let type = owner;
    for (const name of path.split('.')) {
      const member = this.types.member(type, name);
      if ('missing' in member) {
        this.note(this.offset + startOf(at), noMember(member, name));
        return undefined;
      }
      type = member.found;
    }
    return type;
  }

  /** `test ? undefined : data.list`: a branch that gives nothing says nothing about the type. */
  private either(...branches: SyntaxNode[]): Type | undefined {
    const types = branches.map((branch) => ({ type: this.of(branch), says: !isNothing(branch) }));
    return unionOf(types.flatMap(({ type, says }) => (says ? [type] : [])));
  }

  private binary(node: SyntaxNode): Type | undefined {
    const left = this.of(node.left as SyntaxNode);
    const right = this.of(node.right as SyntaxNode);
    if (comparisons.includes(String(node.operator))) {
      this.choice(left, node.right as SyntaxNode);
      this.choice(right, node.left as SyntaxNode);
    }
    if (node.operator === '&&') return right;
    if (node.operator !== '||' && node.operator !== '??') return undefined;
    // `row.state ?? 'none'` and `row.level ?? 0` are of their own, which are no entry of anything.
    const standIn = writtenOut(node.right as SyntaxNode);
    if (standIn && this.types.stranger(left, standIn)) return undefined;
    // `data.list ?? []`: an empty stand-in says nothing about the type.
    return isEmptyStandIn(node.right as SyntaxNode) ? left : unionOf([left, right]);
  }

  private call(name: string, args: SyntaxNode[]): Type | undefined {
    const [first] = args.map((argument) => this.of(argument));
    const field = literalText(args[1]);
    const element = this.types.element(first);
    this.expectList(name, first, args[0]);
    switch (name) {
      case 'first':
      case 'last':
        return element;
      case 'find':
        this.choice(this.field(element, field, args[1]), args[2]);
        return element;
      case 'where':
      case 'whereNot':
        this.choice(this.field(element, field, args[1]), args[2]);
        return first;
      case 'whereHas':
        this.choice(this.types.element(this.field(element, field, args[1])), args[2]);
        return first;
      case 'contains':
        this.choice(element, args[1]);
        return undefined;
      case 'sortBy':
        this.field(element, field?.replace(/^-/, ''), args[1]);
        return first;
      case 'slice':
        return first;
      case 'sum':
        this.field(element, field, args[1]);
        return undefined;
      case 'pluck': {
        const of = this.field(element, field, args[1]);
        return of && { kind: 'list', of, label: of.label };
      }
      case 'pick':
        for (const entry of (args[1]?.type === 'ArrayExpression' ? args[1].elements : []) as SyntaxNode[]) {
          this.field(element ?? first, literalText(entry), entry);
        }
        return first;
      default:
        return undefined;
    }
  }

  /** A function of lists that is given what is none. */
  private expectList(name: string, type: Type | undefined, node: SyntaxNode | undefined): void {
    const scalar = node && functionFacts[name]?.takes === 'list' ? this.types.scalarOf(type) : undefined;
    if (!node || scalar === undefined) return;
    const message = `${name} takes a list, and this is a ${scalar === 'string' ? 'text' : scalar}`;
    this.note(this.offset + startOf(node), { code: 'EXPRESSION_TYPE', severity: 'warning', message });
  }

  /** A text that is compared with one of a few, and is none of them. */
  private choice(type: Type | undefined, node: SyntaxNode | undefined): void {
    const text = writtenOut(node);
    // Nothing chosen is compared with as well.
    const misfit = node && text !== undefined && text !== '' ? this.types.stranger(type, text) : undefined;
    if (node && misfit) this.note(this.offset + startOf(node), misfit);
  }

  private field(owner: Type | undefined, path: string | undefined, at: SyntaxNode | undefined): Type | undefined {
    return path === undefined || path === '' || !at ? undefined : this.read(owner, path, at);
  }
}

/** Operators that ask whether two values are the same. */
export const comparisons: readonly string[] = ['==', '!=', '===', '!=='];

function isEmptyStandIn(node: SyntaxNode): boolean {
  return node.type === 'Literal' || isNothing(node);
}

function isNothing(node: SyntaxNode): boolean {
  if (node.type === 'ArrayExpression') return (node.elements as unknown[]).length === 0;
  if (node.type === 'ObjectExpression') return (node.properties as unknown[]).length === 0;
  return node.type === 'Literal' && (node.value === undefined || node.value === null);
}
