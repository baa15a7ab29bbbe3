import { addTo } from '../../../src/core/lists.ts';
import type { CheckedShape } from '../../emit/shapes.ts';
import { isObject, type JsonSchema, objectAt, textAt } from '../../json.ts';
import type { Document } from '../../read/documents.ts';
import { keptFor } from '../../read/kept-for.ts';
import { entries } from '../../read/values.ts';
import type { Project } from '../project.ts';
import { type Context, type Spot, withCondition, withGuard, withNames } from './context.ts';
import { inferTemplate, type Lookup } from './infer.ts';
import { rootTypes, sourceStatus } from './root-types.ts';
import { rowOf, typeOfSource } from './rows.ts';
import type { ActionSite, Opener } from './sites.ts';
import { States, typeOfOutcomes } from './states.ts';
import { type Answers, answersOfAction, type StepPage, type StepVisitor, walkAction } from './steps.ts';
import { typeOfTotals } from './totals.ts';
import { type Type, Types, unionOf } from './types.ts';
import { once, typeOfFilters, typeOfValues, typeOfWritten } from './values.ts';
import { type Options, type Visitor, Walker } from './walk.ts';

export interface PageVisitor extends Pick<Visitor, 'template' | 'node' | 'call'> {
  action?: (site: ActionSite) => void;
}

/** Something a walk comes by, shown to whoever looks for it. */
type Seen = (visitor: PageVisitor) => void;

/** Names a place inside a page may add; what an action can read depends on who starts it. */
const localNames = ['row', 'item', 'selected', 'result'];

/** Steps `run` that are followed from one place. */
const mostRuns = 1_000;

const scopes = keptFor((project: Project) => ({ types: new Types(project), known: new Map<Document, PageScope>() }));

/** The scope of a page or layout, made once for all checks. */
export function scopeOf(project: Project, document: Document): PageScope {
  const { types, known } = scopes(project);
  const scope = known.get(document) ?? new PageScope(project.readBy(document), types, document);
  known.set(document, scope);
  return scope;
}

/** A page or layout: what its names are, who starts its actions, and a walk through everything in it. */
export class PageScope {
  readonly document: Document;
  /** Everything that starts an action, in order. */
  readonly sites: ActionSite[] = [];
  /** Places that open a named node, with what they hand over. */
  readonly openers = new Map<string, Opener[]>();
  /** The named nodes that are no fields. */
  readonly named = new Map<string, { shape: CheckedShape; widget: string; spot: Spot; options: Options; context: Context }>();
  private readonly project: Project;
  private readonly types: Types;
  private readonly page: JsonSchema;
  private readonly stepPage: StepPage;
  /** Where steps run an action of the page. */
  private readonly runs = new Map<string, Context[]>();
  private readonly answers = new Map<string, Answers>();
  private readonly nodes = new Map<string, Type | undefined>();
  private readonly values = new Map<string, Type | undefined>();
  private readonly states: States;
  /** Types of what nodes expose. */
  private readonly found = new Map<string, Type | undefined>();
  /** Paths that steps write. */
  readonly written = new Set<string>();
  private readonly base: Context;
  private seen: readonly Seen[] | undefined;

  constructor(project: Project, types: Types, document: Document) {
    this.project = project;
    this.types = types;
    this.document = document;
    this.page = isObject(document.source.value) ? document.source.value : {};
    const guarded = withGuard({ lookup: this.lookup, guards: [], ofPage: 0, containers: [] }, objectAt(this.page, 'access').permission);
    this.base = { ...guarded, ofPage: guarded.guards.length, computed: (name) => textAt(objectAt(this.page, 'values'), name) };
    this.stepPage = { project, types, answersOf: (name) => this.answersOf(name) };
    this.states = new States(objectAt(this.page, 'state'));
    this.collect();
    this.states.close();
  }

  /** Actions of the page that something starts or runs. */
  get started(): Set<string> {
    const named = this.sites.map(({ action }) => action).filter((action) => typeof action === 'string');
    return new Set([...named, ...this.runs.keys()]);
  }

  /** The filters of a table of the page; undefined where it has none of that name. */
  filtersOf(table: string): readonly string[] | undefined {
    const filters = this.named.get(table)?.widget === 'table' ? this.types.member(this.nodes.get(table), 'filters') : undefined;
    return filters && 'found' in filters && filters.found?.kind === 'record' ? (filters.found.known ?? []) : undefined;
  }

  /** Names of the tables of the page. */
  tables(): string[] {
    return [...this.named].flatMap(([name, { widget }]) => (widget === 'table' ? [name] : []));
  }

  action(name: string): unknown {
    const actions = objectAt(this.page, 'actions');
    return Object.hasOwn(actions, name) ? actions[name] : undefined;
  }

  /** The actions of the page with what they can read. */
  actions(visit: (action: unknown, spot: Spot, context: Context) => void): void {
    for (const [pointer, action] of entries(this.page.actions, '/actions')) {
      visit(action, { source: this.document.source, pointer }, this.contextOf(pointer.slice('/actions/'.length)));
    }
  }

  /** Walks everything: data, values, actions, nodes. What there is to see is found once for all visitors. */
  walk(visitor: PageVisitor): void {
    this.seen ??= this.look();
    for (const show of this.seen) show(visitor);
  }

  /** Everything there is to see, in the order it stands. */
  private look(): Seen[] {
    const seen: Seen[] = [];
    const at = (pointer: string): Spot => ({ source: this.document.source, pointer });
    const all: Required<Pick<Visitor, 'template' | 'node' | 'call'>> = {
      template: (...what) => seen.push((visitor) => visitor.template?.(...what)),
      node: (...what) => seen.push((visitor) => visitor.node?.(...what)),
      call: (...what) => seen.push((visitor) => visitor.call?.(...what)),
    };
    const texts = new Walker(this.project, this.types, { template: all.template });
    const inSteps = (action: unknown, spot: Spot, context: Context) =>
      this.steps(action, spot, context, { value: (value, where, inner) => texts.strings(value, where, inner) });
    const start = (action: unknown, spot: Spot, context: Context) => {
      seen.push((visitor) => visitor.action?.({ action, spot, context }));
      inSteps(action, spot, context);
    };
    const walker = new Walker(this.project, this.types, { ...all, action: start }, this.writtenBelow);
    walker.strings(this.page.title, at('/title'), this.base);
    walker.strings(this.page.unsaved, at('/unsaved'), this.base);
    for (const [pointer, data] of entries(this.page.data, '/data')) {
      if (!isObject(data)) continue;
      const context = withCondition(this.base, data.when);
      for (const word of ['with', 'body', 'when']) walker.strings(data[word], at(`${pointer}/${word}`), this.base);
      const answer = this.project.answerOf(String(data.call), data);
      for (const word of ['select', 'pollWhile'])
        walker.strings(data[word], at(`${pointer}/${word}`), withNames(this.base, { result: answer }));
      if (typeof data.call === 'string') all.call(data, data.call, at(`${pointer}/call`), context);
    }
    for (const word of ['state', 'values']) walker.strings(this.page[word], at(`/${word}`), this.base);
    this.actions(inSteps);
    if (this.page.onOpen !== undefined) start(this.page.onOpen, at('/onOpen'), this.base);
    walker.nodes(this.page.body, at('/body'), this.base);
    return seen;
  }

  /** Names of nodes with their types, who starts what, and what opens what. Types of rows need the names of data only. */
  private collect(): void {
    const walker = new Walker(
      this.project,
      this.types,
      {
        node: (node, options, spot, context, shape) => {
          if (typeof node.name !== 'string' || shape.kind === 'field') return;
          const { name: own } = node;
          this.named.set(own, { shape, widget: String(node.widget), spot, options, context });
          if (shape.exposes.length === 0) return;
          const label = `the ${String(node.widget)} "${node.name}"`;
          const rows = (): Type | undefined => rowOf.options(options, this.types, this.project, context);
          const list = (): Type | undefined => {
            const of = rows();
            return of && { kind: 'list', of, label: of.label };
          };
          const parts: Record<string, (() => Type | undefined) | undefined> = {
            rows: list,
            selected: list,
            filters: () => typeOfFilters(options, this.project.shapes),
            totals: () => typeOfTotals(options, this.project),
            values: () =>
              once(this.found, `${own}.values`, () =>
                typeOfValues(options, this.project.shapes, this.types, context, this.writtenBelow(`${own}.values.`)),
              ),
            with: () => once(this.found, `${own}.with`, () => this.typeOfHanded(own, label)),
          };
          const get = (name: string): Type | undefined => (Object.hasOwn(parts, name) ? parts[name]?.() : undefined);
          this.nodes.set(node.name, { kind: 'record', known: shape.exposes, label, get });
        },
        action: (action, spot, context) => this.sites.push({ action, spot, context }),
      },
      this.writtenBelow,
    );
    walker.nodes(this.page.body, { source: this.document.source, pointer: '/body' }, this.base);
    if (this.page.onOpen !== undefined) {
      this.sites.push({ action: this.page.onOpen, spot: { source: this.document.source, pointer: '/onOpen' }, context: this.base });
    }
    const note = (name: string, _spot: Spot, context: Context) => addTo(this.runs, name, context);
    for (const site of this.sites) {
      this.stepsOf(site, {
        open: (name, _spot, context, step) => addTo(this.openers, name, { context, with: step.with }),
        set: (path, spot) => this.noteWritten(path, spot),
        run: note,
      });
    }
    // What else starts an action, such as a layout that is told something, offers names nobody knows here.
    for (const name of Object.keys(objectAt(this.page, 'actions')).filter((action) => !this.started.has(action))) {
      this.stepsOf(
        { action: name, spot: { source: this.document.source, pointer: `/actions/${name}` }, context: this.base },
        { run: note, set: (path, spot) => this.noteWritten(path, spot) },
      );
    }
  }

  private noteWritten(path: string, spot: Spot): void {
    this.written.add(path);
    this.states.note(path, spot);
  }

  /** Walks steps written in place; those of the actions they run stand elsewhere. */
  steps(action: unknown, spot: Spot, context: Context, visitor: StepVisitor): void {
    walkAction(action, spot, context, this.stepPage, visitor);
  }

  /** The steps a site runs: its own or those of the action it names, and those of the actions they run, with the permissions and names of the site. */
  stepsOf({ action, spot, context }: ActionSite, visitor: StepVisitor): void {
    let left = mostRuns;
    const follow = (name: string, from: Context, open: string[]): void => {
      if (open.includes(name) || left === 0) return;
      left -= 1;
      const where = { source: this.document.source, pointer: `/actions/${name}` };
      look(this.action(name), where, from, [...open, name]);
    };
    const look = (steps: unknown, where: Spot, from: Context, open: string[]): void =>
      this.steps(steps, where, from, {
        ...visitor,
        run: (name, at, inner) => {
          visitor.run?.(name, at, inner);
          follow(name, inner, open);
        },
      });
    if (typeof action === 'string') follow(action, context, []);
    else look(action, spot, context, []);
  }

  private answersOf(name: string): Answers {
    const known = this.answers.get(name);
    if (known) return known;
    // One that runs itself leaves what it leaves besides.
    this.answers.set(name, {});
    const answers = answersOfAction(this.action(name), this.stepPage);
    this.answers.set(name, answers);
    return answers;
  }

  /** What a named action can read: the names every place that starts or runs it offers. */
  private contextOf(name: string): Context {
    const sites = this.sites.filter(({ action }) => action === name).map(({ context }) => context);
    const contexts = [...sites, ...(this.runs.get(name) ?? [])];
    const names = localNames.map((local): [string, Type | undefined] => [local, unionOf(contexts.map((context) => context.lookup(local)))]);
    return withNames(this.base, Object.fromEntries(names));
  }

  private readonly lookup: Lookup = (name) => {
    if (name === 'data') return { kind: 'record', get: (data) => this.typeOfData(data), label: 'data' };
    if (name === 'values') return { kind: 'record', get: (value) => this.typeOfValue(value), label: 'values' };
    if (name === 'state') return { kind: 'record', get: (state) => this.states.type(state), label: 'state' };
    if (name === 'status') return { kind: 'record', get: () => sourceStatus, label: 'status' };
    return this.nodes.get(name) ?? rootTypes(this.project).get(name);
  };

  /** First parts of the paths below `prefix` that steps write. */
  private readonly writtenBelow = (prefix: string): string[] =>
    [...this.written].filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length).split('.', 1)[0] ?? '');

  /** What is handed over by the steps that open a node: any of their keys. Unknown when one of them hands over something unknown. */
  private typeOfHanded(name: string, label: string): Type | undefined {
    const openers = this.openers.get(name) ?? [];
    const what = `what opens ${label}`;
    return unionOf(
      openers.map(({ with: given, context }) => {
        const handed = typeOfWritten(given ?? {}, this.types, context, what);
        return handed && { ...handed, label: what };
      }),
    );
  }

  private typeOfData(name: string): Type | undefined {
    const data = objectAt(this.page, 'data');
    return Object.hasOwn(data, name) ? typeOfSource(data[name], this.types, this.project) : undefined;
  }

  private typeOfValue(name: string): Type | undefined {
    return once(this.values, name, () => {
      const text = objectAt(this.page, 'values')[name];
      if (typeof text !== 'string') return undefined;
      return inferTemplate(text, this.types, this.lookup, () => undefined) ?? typeOfOutcomes(text, `values.${name}`);
    });
  }
}
