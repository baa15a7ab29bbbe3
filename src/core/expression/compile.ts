import type { Compiled, Scope } from '../types.ts';
import { Builder, type Findings, noFindings } from './build.ts';
import { RecentCache } from './cache.ts';
import { ExpressionError } from './errors.ts';
import { CACHE_SIZE, MAX_LENGTH } from './limits.ts';
import { limitText, toText } from './operators.ts';
import { parseExpression } from './parse.ts';
import { hasExpression, splitTemplate } from './template.ts';
import { type Evaluator, located, startRun } from './walker.ts';

/** A compiled text with what the plan wants to know of it. */
export interface CompiledSource extends Compiled {
  readonly findings: Findings;
}

const templates = new RecentCache<CompiledSource>(CACHE_SIZE);
const expressions = new RecentCache<CompiledSource>(CACHE_SIZE);

/**
 * Compiles text with `{{ }}` in it. A text that is one expression and nothing else keeps the type of its value; other texts are joined.
 * Text without `{{` is a constant. Throws ExpressionError. Results are cached.
 */
export function compileTemplate(source: string): CompiledSource {
  return cached(templates, source, () => {
    if (!hasExpression(source)) return constantCompiled(source, source);
    checkLength(source);
    const builder = new Builder(source);
    const parts: (string | Evaluator)[] = splitTemplate(source).map((part) =>
      'text' in part ? part.text : builder.build(parseExpression(part.expression, part.offset, source), part.offset),
    );
    const [only] = parts;
    return finish(source, builder.findings, parts.length === 1 && typeof only === 'function' ? only : joined(parts, source));
  });
}

/** Compiles an expression written without `{{ }}`. Throws ExpressionError. Results are cached. */
export function compileExpression(source: string): CompiledSource {
  return cached(expressions, source, () => {
    checkLength(source);
    const builder = new Builder(source);
    return finish(source, builder.findings, builder.build(parseExpression(source, 0, source), 0));
  });
}

/** A Compiled that gives the same value everywhere. */
export function constantCompiled(value: unknown, source = ''): CompiledSource {
  return { source, constant: true, reads: [], findings: NOTHING_FOUND, evaluate: () => value };
}

const NOTHING_FOUND = noFindings();

function cached(cache: RecentCache<CompiledSource>, source: string, compile: () => CompiledSource): CompiledSource {
  const known = cache.get(source);
  if (known) return known;
  const compiled = compile();
  // Very long plain texts would make the cache hold megabytes.
  if (source.length <= MAX_LENGTH) cache.set(source, compiled);
  return compiled;
}

function checkLength(source: string): void {
  if (source.length > MAX_LENGTH) {
    throw new ExpressionError('EXPRESSION_LIMIT', `longer than ${MAX_LENGTH} characters`, MAX_LENGTH, source);
  }
}

function joined(parts: (string | Evaluator)[], source: string): Evaluator {
  return (run) => {
    let text = '';
    try {
      for (const part of parts) text = limitText(text + (typeof part === 'string' ? part : toText(part(run))));
    } catch (cause) {
      throw located(cause, { position: 0, source });
    }
    return text;
  };
}

function finish(source: string, findings: Findings, evaluator: Evaluator): CompiledSource {
  const constant = findings.names.size === 0 && findings.hostCalls.size === 0;
  const evaluate = (scope: Scope): unknown => evaluator(startRun(scope));
  return {
    source,
    constant,
    reads: [...findings.names.keys()],
    heads: findings.heads,
    findings,
    evaluate: constant ? folded(evaluate) : evaluate,
  };
}

/** Keeps a plain constant; lists and objects are made anew, because whoever gets one may change it. */
function folded(evaluate: (scope: Scope) => unknown): (scope: Scope) => unknown {
  let known: { value: unknown } | undefined;
  return (scope) => {
    if (known) return known.value;
    const value = evaluate(scope);
    if (typeof value !== 'object' || value === null) known = { value };
    return value;
  };
}
