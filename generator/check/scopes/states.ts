import type { SyntaxNode } from '../../../src/core/expression/parse.ts';
import { addTo } from '../../../src/core/lists.ts';
import { isObject, type JsonSchema, objectAt, valueAt } from '../../json.ts';
import type { Spot } from './context.ts';
import { wholeExpression } from './infer.ts';
import { kindOf } from './kinds.ts';
import { kindOfValue } from './misfits.ts';
import type { Type } from './types.ts';

/** What a document gives a name: everything it can be, or of what kind it is. Nothing of what gives nothing. */
type Outcome = { values: unknown[] } | { kind: string };

/** The changeable values of a page: what they begin with and what its steps set tells what they can be. Nothing else writes them. */
export class States {
  private readonly declared: JsonSchema;
  private readonly written = new Map<string, (Outcome | undefined)[]>();
  private isWhole = false;

  constructor(declared: JsonSchema) {
    this.declared = declared;
  }

  /** A step that writes `state.x`, or a part of it. */
  note(path: string, { source, pointer }: Spot): void {
    const [word, name = '', ...rest] = path.split('.');
    if (word === 'state') addTo(this.written, name, rest.length > 0 ? undefined : givenBy(valueAt(source.value, pointer)));
  }

  /** All steps were noted. */
  close(): void {
    this.isWhole = true;
  }

  /** Undefined where it can be anything; what a browser keeps may be of another version of the page, or of another page. */
  type(name: string): Type | undefined {
    const { initial, persist } = objectAt(this.declared, name);
    if (!this.isWhole || (persist !== undefined && persist !== false)) return undefined;
    return typeOfGiven([givenBy(initial), ...(this.written.get(name) ?? [])], `state.${name}`);
  }
}

/** The type of a value that is written out, such as the branches of a choice. */
export function typeOfOutcomes(text: string, label: string): Type | undefined {
  return text.includes('{{') ? typeOfGiven([givenBy(text)], label) : undefined;
}

function typeOfGiven(given: readonly (Outcome | undefined)[], label: string): Type | undefined {
  const known = given.filter((one) => one !== undefined);
  if (known.length < given.length) return undefined;
  const values = known.flatMap((one) => ('values' in one ? one.values : []));
  const kinds = new Set(known.flatMap((one) => ('kind' in one ? [one.kind] : one.values.map(kindOfValue))));
  const [kind] = kinds;
  const isScalar = kind === 'string' || kind === 'number' || kind === 'boolean';
  if (kinds.size !== 1 || !isScalar) return undefined;
  const isWritten = known.every((one) => 'values' in one);
  return { kind: 'schema', schema: { type: kind, ...(isWritten && { enum: [...new Set(values)] }) }, path: '', label, isOpen: true };
}

function givenBy(value: unknown): Outcome | undefined {
  if (typeof value !== 'string' || !value.includes('{{')) {
    if (value === null || value === undefined) return { values: [] };
    const kind = kindOfValue(value);
    return Array.isArray(value) || isObject(value) ? kind && { kind } : { values: [value] };
  }
  const whole = wholeExpression(value);
  if (!whole) return { kind: 'string' };
  const values = outcomesOf(whole.node);
  if (values) return { values };
  const kind = kindOf(whole.node);
  return kind && { kind };
}

/** Everything an expression can come to, where all of it is written out. */
function outcomesOf(node: SyntaxNode): unknown[] | undefined {
  if (node.type === 'Literal') return node.value === null || node.value === undefined ? [] : [node.value];
  const isEither = node.type === 'BinaryExpression' && (node.operator === '??' || node.operator === '||');
  if (node.type !== 'ConditionalExpression' && !isEither) return undefined;
  const branches = isEither ? [node.left, node.right] : [node.consequent, node.alternate];
  const found = branches.map((branch) => outcomesOf(branch as SyntaxNode));
  return found.every((one) => one !== undefined) ? found.flat() : undefined;
}
