import { checkRule, compileExpression } from '../../core/index.ts';
import type { Compiled, PlanField, PlanOption, Scope } from '../../core/types.ts';
import { fieldState, isShown } from '../../engine/form/state.ts';
import { type Engine, plain } from '../../engine/index.ts';
import type { CallRecord } from './record.ts';
import type { LiveNode } from './tree.ts';

/** One line of an answer to "why?". */
export interface Fact {
  /** Text key below `inspect`. */
  label: string;
  value: string;
  /** Names read, with their values. */
  inputs?: { name: string; value: string }[];
  isBad?: boolean;
}

/** Why a node is shown or hidden, usable or not, right or wrong, full or empty; nothing that is not written in its document. */
export function explain(engine: Engine, live: LiveNode, calls: readonly CallRecord[]): Fact[] {
  return [...visibility(engine, live), ...usability(engine, live), ...validity(live), ...content(live, calls)];
}

function visibility(engine: Engine, { node, scope }: LiveNode): Fact[] {
  const facts: Fact[] = [];
  const shown = attempt(() => isShown(engine, node, scope));
  facts.push({
    label: shown === true ? 'shown' : 'hidden',
    value: typeof shown === 'boolean' ? '' : shownAs(shown),
    isBad: shown !== true,
  });
  for (const permission of node.permission ?? []) {
    const isHeld = engine.app.permissions.has(permission);
    facts.push({
      label: 'permission',
      value: `${permission}: ${engine.translate(isHeld ? 'inspect.held' : 'inspect.notHeld')}`,
      isBad: !isHeld,
    });
  }
  if (node.when) facts.push(expression('expression', `when: ${node.when.source}`, node.when, scope));
  if (node.each) facts.push(expression('expression', `each: ${node.each.source}`, node.each, scope));
  if (node.problem) facts.push({ label: 'failed', value: `${node.problem.code} ${node.problem.message}`, isBad: true });
  return facts;
}

function usability(engine: Engine, { node, scope, place }: LiveNode): Fact[] {
  const facts: Fact[] = [];
  if (isField(node) && place?.form) {
    const { form } = place;
    const state = attempt(() => fieldState(engine, form, node, scope));
    for (const name of ['disabled', 'readOnly', 'required'] as const) {
      const written = node[name];
      if (typeof written === 'object') facts.push(expression(name, written.source, written, scope));
      else if (!(state instanceof Error) && state[name]) {
        facts.push({ label: name, value: written === true ? 'true' : engine.translate('inspect.byForm') });
      }
    }
  }
  for (const [name, option] of Object.entries(node.options)) {
    for (const [path, compiled] of dynamics(option, name))
      facts.push(expression(path === 'disabled' ? 'disabled' : 'options', path, compiled, scope));
  }
  return facts;
}

function validity({ node, place }: LiveNode): Fact[] {
  if (!isField(node) || !place?.form) return [];
  const value = plain(place.form.value(node.name));
  const facts: Fact[] = [{ label: 'value', value: shownAs(value) }];
  for (const message of place.form.checking.errors(node.name)) facts.push({ label: 'errors', value: message, isBad: true });
  for (const id of node.rules) {
    const rule = place.page.bundle.rules[id];
    const broken = rule && attempt(() => checkRule(rule, value));
    const part = typeof broken === 'object' && broken !== null && 'part' in broken ? String(broken.part) : undefined;
    facts.push({ label: 'rules', value: part === undefined ? id : `${id}: ${part}`, isBad: part !== undefined });
  }
  return facts;
}

/** The sources its expressions read and the calls its options name, with their last answers. */
function content({ node, place }: LiveNode, calls: readonly CallRecord[]): Fact[] {
  if (!place) return [];
  const { page } = place;
  const sources = [
    node.when,
    node.each,
    ...Object.entries(node.options).flatMap(([name, option]) => dynamics(option, name).map(([, one]) => one)),
  ];
  const read = sources.map((source) => source?.source ?? '').join(' ');
  const facts: Fact[] = [];
  const named = new Set<string>();
  for (const { name, call } of page.plan.data) {
    if (!new RegExp(`\\b(data|status)\\.${name}\\b`).test(read)) continue;
    named.add(call);
    const status = page.status[name];
    const state = status?.error ? `${status.error.code} ${status.error.message}` : status?.loading ? '...' : shownAs(page.data[name]);
    facts.push({ label: 'data', value: `data.${name} = ${call}: ${state}`, isBad: status?.error !== undefined });
  }
  for (const text of constants(node.options)) if (page.bundle.calls[text]) named.add(text);
  for (const record of calls.filter(({ call }) => named.has(call)).slice(-5)) {
    facts.push({ label: 'calls', value: `${record.call} ${shownAs(record.args)} → ${record.outcome}`, isBad: record.isFailed });
  }
  return facts;
}

/** An expression with its value now and what it reads. */
export function expression(label: string, text: string, compiled: Compiled, scope: Scope): Fact {
  const value = attempt(() => compiled.evaluate(scope));
  const source = text.includes(compiled.source) ? text : `${text}: ${compiled.source}`;
  return { label, value: `${source} → ${shownAs(value)}`, inputs: inputs(compiled, scope), isBad: value instanceof Error };
}

/** Dotted paths as the expression writes them, each evaluated in the node's own scope. */
function inputs(compiled: Compiled, scope: Scope): { name: string; value: string }[] {
  const code = compiled.source.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''");
  const paths = new Set(code.match(/[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*(?!\s*\()/g) ?? []);
  return [...paths]
    .filter((path) => compiled.reads.includes(path.split(/\??\./, 1)[0] ?? ''))
    .map((name) => ({ name, value: shownAs(attempt(() => compileExpression(name).evaluate(scope))) }));
}

function dynamics(option: PlanOption, path: string): [string, Compiled][] {
  if (option.kind === 'dynamic') return [[path, option.value]];
  if (option.kind === 'document') return [[path, option.value.id]];
  if (option.kind === 'text') return 'evaluate' in option.value ? [[path, option.value]] : [];
  if (option.kind === 'object') return Object.entries(option.value).flatMap(([name, part]) => dynamics(part, `${path}.${name}`));
  if (option.kind === 'array') return option.value.flatMap((part, index) => dynamics(part, `${path}.${index}`));
  return [];
}

function constants(options: Record<string, PlanOption>): string[] {
  return Object.values(options).flatMap((option): string[] => {
    if (option.kind === 'constant') return (JSON.stringify(option.value) ?? '').match(/[\w-]+\.[\w-]+/g) ?? [];
    if (option.kind === 'object') return constants(option.value);
    if (option.kind === 'array') return constants(Object.fromEntries(option.value.entries()));
    return [];
  });
}

function isField(node: LiveNode['node']): node is PlanField {
  return 'rules' in node && !('between' in node && node.between);
}

function attempt<Value>(read: () => Value): Value | Error {
  try {
    return read();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

const longest = 300;

/** A value as one line of JSON, shortened; an error as its words. */
export function shownAs(value: unknown): string {
  if (value === undefined) return '—';
  if (value instanceof Error) return value.message;
  let text: string;
  try {
    text = JSON.stringify(plain(value)) ?? String(value);
  } catch {
    // Values no JSON can hold, such as a circle or a file.
    text = String(value);
  }
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
