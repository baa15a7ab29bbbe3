import { type SyntaxNode, startOf } from '../../src/core/expression/parse.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, isWritten, pointerPart } from '../json.ts';
import { atCharacter } from './characters.ts';
import { type Finding, finding, type Report } from './findings.ts';
import type { Spot } from './scopes/context.ts';
import { keyOf, keysOf, parseTemplate, wholeExpression } from './scopes/infer.ts';
import { kindOf } from './scopes/kinds.ts';
import type { Misfit, Travel } from './scopes/misfits.ts';
import type { Type, Types } from './scopes/types.ts';

/** By which code a place is told what is wrong, and how what is given there gets to the server. */
interface Place {
  code: 'CALL_BODY' | 'CALL_ARGUMENT';
  travel: Travel;
  /** A condition decides whether the call is made: what stands in for nothing may never be sent. */
  mayWait: boolean;
}

/**
 * What a document gives a call beside what the contract takes: names it does not have, values it refuses, as far as they are written out or their kind is
 * certain, also within expressions (`{size: 'many'}`, `now()`). What is one of several outcomes is a warning; what depends on data is not told.
 */
export class Given {
  constructor(
    private readonly types: Types,
    private readonly findings: Finding[],
  ) {}

  /** A body, which travels as JSON or as a form. */
  body(value: unknown, type: Type, { source, pointer }: Spot, travel: Travel, mayWait: boolean): void {
    const place = { code: 'CALL_BODY', travel, mayWait } as const;
    // The fields of a form travel as text, the form itself is no text.
    if (travel === 'json' || !isObject(value)) this.compare(value, type, { source, pointer }, place);
    else for (const [name, part] of Object.entries(value)) this.property(name, part, type, below({ source, pointer }, name), place);
  }

  /** The parameters of an address. Names that lead nowhere are told with the other references. */
  parameters(value: unknown, type: Type, spot: Spot, mayWait: boolean): void {
    const place = { code: 'CALL_ARGUMENT', travel: 'text', mayWait } as const;
    if (!isObject(value)) {
      this.compare(value, type, spot, place);
      return;
    }
    for (const [name, part] of Object.entries(value)) {
      const member = this.types.member(type, name);
      if ('found' in member) this.compare(part, member.found, below(spot, name), place);
    }
  }

  private compare(value: unknown, type: Type | undefined, spot: Spot, place: Place): void {
    if (!type) return;
    if (typeof value === 'string' && !isWritten(value)) {
      this.expression(value, type, spot, place);
      return;
    }
    const misfit = this.misfit(value, type, place);
    if (misfit) this.findings.push(finding(spot.source, spot.pointer, { code: place.code, ...misfit }));
    else if (Array.isArray(value))
      for (const [index, one] of value.entries()) this.compare(one, this.entry(type, place), below(spot, String(index)), place);
    else if (isObject(value) && place.travel === 'json')
      for (const [name, part] of Object.entries(value)) this.property(name, part, type, below(spot, name), place);
  }

  /** What is wrong with a value as a whole, whatever is computed in it. */
  private misfit(value: unknown, type: Type, { travel }: Place): Misfit | undefined {
    if (travel === 'json') return this.types.misfit(type, value, travel);
    if (isObject(value)) return this.types.kindMisfit(type, 'object', travel);
    // One in a list arrives as if it stood alone.
    const isAlone = Array.isArray(value) && value.length === 1 && !this.types.element(type);
    return isAlone ? undefined : this.types.misfit(type, value, Array.isArray(value) ? 'json' : travel);
  }

  private property(name: string, value: unknown, type: Type, spot: Spot, place: Place): void {
    const member = this.types.member(type, name);
    if ('missing' in member) this.findings.push(finding(spot.source, spot.pointer, { ...this.unknown(name, member, place), atKey: true }));
    else this.compare(value, member.found, spot, place);
  }

  /** What an entry of a list is held to. One that travels as text may stand for itself. */
  private entry(type: Type, { travel }: Place): Type | undefined {
    return this.types.element(type) ?? (travel === 'text' ? type : undefined);
  }

  private unknown(name: string, { missing, known }: { missing: string; known: string[] }, { code }: Place): Report {
    return { code, message: `${missing} has no "${name}"`, hint: fieldHint(name, known) };
  }

  private expression(text: string, type: Type, { source, pointer }: Spot, place: Place): void {
    const note = (at: number, report: Report) => this.findings.push(atCharacter(source, pointer, at, report));
    const whole = wholeExpression(text);
    if (whole) this.outcome(whole.node, type, place, (node, report) => note(whole.offset + startOf(node), report));
    else if (parseTemplate(text).length > 0) {
      const misfit = this.types.kindMisfit(type, 'string', place.travel);
      if (misfit) note(0, { code: place.code, ...misfit });
    }
  }

  /** Everything an expression can come to. */
  private outcome(node: SyntaxNode, type: Type | undefined, place: Place, note: (node: SyntaxNode, report: Report) => void): void {
    if (!type) return;
    const branch = (word: string) => {
      const part = node[word] as SyntaxNode;
      if (place.mayWait && isStandIn(part)) return;
      this.outcome(part, type, place, (at, report) => note(at, { ...report, severity: 'warning' }));
    };
    const told = (misfit: Misfit | undefined) => misfit && note(node, { code: place.code, ...misfit });
    switch (node.type) {
      case 'Literal':
        told(this.types.misfit(type, node.value, place.travel));
        return;
      case 'ConditionalExpression':
        branch('consequent');
        branch('alternate');
        return;
      case 'ArrayExpression':
        told(this.types.kindMisfit(type, 'array', place.travel));
        for (const element of node.elements as SyntaxNode[]) this.outcome(element, this.entry(type, place), place, note);
        return;
      case 'ObjectExpression':
        told(this.types.kindMisfit(type, 'object', place.travel));
        for (const property of node.properties as SyntaxNode[]) this.written(property, type, place, note);
        return;
      case 'CallExpression':
        this.called(node, type, place, note);
        return;
      default:
        if (node.type === 'BinaryExpression' && ['||', '??', '&&'].includes(String(node.operator))) {
          // What && tests is refused or not by its value.
          if (node.operator !== '&&') branch('left');
          branch('right');
          return;
        }
        this.certain(node, type, place, note);
    }
  }

  private certain(node: SyntaxNode, type: Type, place: Place, note: (node: SyntaxNode, report: Report) => void): void {
    const kind = kindOf(node);
    const misfit = kind && this.types.kindMisfit(type, kind, place.travel);
    if (misfit) note(node, { code: place.code, ...misfit });
  }

  private written(property: SyntaxNode, type: Type, place: Place, note: (node: SyntaxNode, report: Report) => void): void {
    const name = keyOf(property);
    if (name === undefined) return;
    const member = this.types.member(type, name);
    if ('missing' in member) note(property.key as SyntaxNode, this.unknown(name, member, place));
    else if (property.value) this.outcome(property.value as SyntaxNode, member.found, place, note);
  }

  private called(node: SyntaxNode, type: Type, place: Place, note: (node: SyntaxNode, report: Report) => void): void {
    const args = node.arguments as SyntaxNode[];
    const { name } = node.callee as SyntaxNode;
    if (name === 'merge') for (const argument of args) this.outcome(argument, type, place, note);
    else if (name === 'pick') {
      // What `pick` gives of a list are the keys of its entries.
      const keyed = this.types.element(type) ?? type;
      for (const { name: key, at } of keysOf(node)) {
        const member = this.types.member(keyed, key);
        if ('missing' in member) note(at, this.unknown(key, member, place));
      }
    } else this.certain(node, type, place, note);
  }
}

/** What stands where there is nothing yet. */
function isStandIn({ type, value }: SyntaxNode): boolean {
  return type === 'Literal' && (value === '' || value === 0 || value === false);
}

function below({ source, pointer }: Spot, part: string): Spot {
  return { source, pointer: `${pointer}/${pointerPart(part)}` };
}
