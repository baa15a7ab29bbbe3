import { ExpressionError } from './errors.ts';

export type TemplatePart = { text: string } | { expression: string; offset: number };

export function hasExpression(text: string): boolean {
  return text.includes('{{');
}

/**
 * Splits `Hello {{ user.name }}` into texts and expressions. Quotes and brackets inside an expression are followed, so `}}` may stand in
 * a quoted text and close nested object literals.
 * Throws ExpressionError EXPRESSION_SYNTAX for {{ without }}.
 */
export function splitTemplate(source: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let from = 0;
  for (;;) {
    const open = source.indexOf('{{', from);
    if (open < 0) break;
    if (open > from) parts.push({ text: source.slice(from, open) });
    const close = findClose(source, open + 2);
    if (close < 0) {
      throw new ExpressionError('EXPRESSION_SYNTAX', 'expected }} that closes this {{', open, source);
    }
    parts.push({ expression: source.slice(open + 2, close), offset: open + 2 });
    from = close + 2;
  }
  if (from < source.length || parts.length === 0) parts.push({ text: source.slice(from) });
  return parts;
}

function findClose(source: string, from: number): number {
  let depth = 0;
  let quote = '';
  for (let index = from; index < source.length; index += 1) {
    const character = source.charAt(index);
    if (quote) {
      if (character === '\\') index += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      if (depth > 0) depth -= 1;
      else if (source.charAt(index + 1) === '}') return index;
    }
  }
  return -1;
}
