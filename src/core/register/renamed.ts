import { ExpressionError } from '../expression/index.ts';
import { nodesIn, parseExpression, type SyntaxNode } from '../expression/parse.ts';
import { splitTemplate } from '../expression/template.ts';
import { isObject } from '../json-object.ts';
import type { RegisterDocument, RegisterPeople } from './document.ts';
import { withExpressions } from './expressions.ts';
import { formerNames, presentName } from './names.ts';

type Rename = (name: string) => string;
/** What a field of a register is called now, by whichever of its names. */
type NamesOf = (register: string) => Rename;

/**
 * Registers that name fields as they are called now, by their ids: what one says of its own fields or of those of another one by a former name
 * (`aliases`) is said by the present one. Whatever names no former one is the same object as before.
 */
export function withPresentNames(registers: ReadonlyMap<string, RegisterDocument>): Map<string, RegisterDocument> {
  const namesOf: NamesOf = (register) => {
    const document = registers.get(register);
    return (name) => (document ? presentName(document, name) : name);
  };
  const former = [...registers].flatMap(([id, document]) => (formerNames(document).size > 0 ? [[id, [...formerNames(document)]]] : []));
  if (former.length === 0) return new Map(registers);
  const key = JSON.stringify(former);
  return new Map(
    [...registers].map(([id, document]) => [id, once(document, `${id} ${key}`, () => renamed(document, namesOf(id), namesOf))]),
  );
}

const made = new WeakMap<RegisterDocument, { key: string; document: RegisterDocument }>();

/** The same object for the same document and names, since what is known of a document goes by it. */
function once(document: RegisterDocument, key: string, make: () => RegisterDocument): RegisterDocument {
  const before = made.get(document);
  if (before?.key === key) return before.document;
  const after = make();
  const now = JSON.stringify(document) === JSON.stringify(after) ? document : after;
  made.set(document, { key, document: now });
  return now;
}

function renamed(document: RegisterDocument, own: Rename, namesOf: NamesOf): RegisterDocument {
  const pointing = new Map(document.fields.map(({ name, register }) => [name, register ?? '']));
  const read = (text: string): string =>
    withPaths(text, ([root, first = '', second]) => {
      if (root === 'values' && second === undefined) return own(first);
      if (root !== 'records') return undefined;
      return second === undefined ? own(first) : namesOf(pointing.get(own(first)) ?? '')(second);
    });
  const name = <Value>(value: Value): Value => (typeof value === 'string' ? (own(value) as Value) : value);
  const names = <Value>(list: readonly Value[]): Value[] => (Array.isArray(list) ? list.map(name) : (list as Value[]));
  const said = withExpressions(document, read);
  const { fields, states, moves, views, dueSteps, watch, reach, display, due, owner } = said;
  return {
    ...said,
    display: own(display),
    ...(due !== undefined && { due: own(due) }),
    ...(owner !== undefined && { owner: own(owner) }),
    fields: fields.map((field) => {
      const { over } = field;
      if (over === undefined) return field;
      const other = namesOf(over.register);
      return {
        ...field,
        over: {
          ...over,
          by: other(over.by),
          ...(over.of !== undefined && { of: other(over.of) }),
          ...(over.through !== undefined && { through: own(over.through) }),
          ...(over.where && { where: withKeys(over.where, other) }),
        },
      };
    }),
    ...(states && {
      states: states.map((state) => ({
        ...state,
        ...(state.editable && { editable: 'except' in state.editable ? { except: names(state.editable.except) } : names(state.editable) }),
        ...(state.waitsFor && { waitsFor: names(state.waitsFor) }),
        ...(state.waitsFrom !== undefined && { waitsFrom: own(state.waitsFrom) }),
      })),
    }),
    ...(moves && {
      moves: moves.map((move) => {
        const { asks, makes, notBy, notify, sets, shows } = move;
        const target = namesOf(makes?.register ?? '');
        return {
          ...move,
          ...(notify && { notify: names(notify) }),
          ...(notBy && { notBy: names(notBy) }),
          ...(shows && { shows: names(shows) }),
          ...(sets && { sets: withKeys(sets, own) }),
          ...(asks && { asks: asks.map((ask) => (typeof ask === 'string' ? own(ask) : { ...ask, field: own(ask.field) })) }),
          ...(makes && {
            makes: {
              ...makes,
              by: target(makes.by),
              ...(makes.with && { with: withKeys(makes.with, target) }),
            },
          }),
        };
      }),
    }),
    ...(views && {
      views: views.map((view) =>
        typeof view === 'string'
          ? view
          : {
              ...view,
              ...(view.by !== undefined && { by: own(view.by) }),
              ...(view.date !== undefined && { date: own(view.date) }),
              ...(view.where && { where: withKeys(view.where, own) }),
            },
      ),
    }),
    ...(dueSteps && {
      dueSteps: {
        ...dueSteps,
        ...(Array.isArray(dueSteps.escalate) && {
          escalate: dueSteps.escalate.map((step) =>
            isObject(step) ? { ...step, notify: names(step.notify as readonly RegisterPeople[]) } : step,
          ),
        }),
      },
    }),
    ...(reach && { reach: reach.map((part) => ({ ...part, by: names(part.by) })) }),
    ...(watch && {
      watch: {
        ...watch,
        ...(watch.identifiers && { identifiers: names(watch.identifiers) }),
        ...(watch.until !== undefined && { until: own(watch.until) }),
      },
    }),
  };
}

const withKeys = <Value>(values: Readonly<Record<string, Value>>, rename: Rename): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [rename(key), value]));

/** A text with the last part of paths in its expressions renamed; as it is where it cannot be read. `rename`: nothing where the path stays. */
export function withPaths(source: string, rename: (path: readonly string[]) => string | undefined): string {
  if (!source.includes('{{')) return source;
  try {
    const changes = splitTemplate(source).flatMap((part) => {
      if (!('expression' in part)) return [];
      return nodesIn(parseExpression(part.expression, part.offset, source)).flatMap((node) => changeOf(node, part.offset, rename));
    });
    return changes
      .sort((one, other) => other.at - one.at)
      .reduce((text, { at, length, by }) => text.slice(0, at) + by + text.slice(at + length), source);
  } catch (error) {
    if (error instanceof ExpressionError) return source;
    throw error;
  }
}

interface Change {
  at: number;
  length: number;
  by: string;
}

function changeOf(node: SyntaxNode, offset: number, rename: (path: readonly string[]) => string | undefined): Change[] {
  const path = pathTo(node);
  const property = node.property as SyntaxNode | undefined;
  const last = path?.at(-1);
  const by = path && rename(path);
  if (last === undefined || by === undefined || by === last || property?.start === undefined) return [];
  const isText = property.type === 'Literal';
  return [{ at: offset + property.start, length: isText ? String(property.raw).length : last.length, by: isText ? `'${by}'` : by }];
}

/** The names of a path such as values.amount or values['amount']. */
function pathTo(node: SyntaxNode): string[] | undefined {
  if (node.type === 'Identifier') return [String(node.name)];
  if (node.type !== 'MemberExpression') return undefined;
  const before = pathTo(node.object as SyntaxNode);
  const property = node.property as SyntaxNode;
  const name = !node.computed ? property.name : property.type === 'Literal' ? property.value : undefined;
  return before && typeof name === 'string' ? [...before, name] : undefined;
}
