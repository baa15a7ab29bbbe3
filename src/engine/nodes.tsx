import { type ComponentType, memo, type ReactNode, useContext, useMemo, useRef } from 'react';
import { isField } from '../core/index.ts';
import type { PlanField, PlanNode, Scope } from '../core/types.ts';
import { Broken, CodeMissing, ProblemNotice, unknownWidget } from './boundary.tsx';
import { useEngine } from './context.ts';
import { FormContext } from './form/context.ts';
import { Field, Fields } from './form/field.tsx';
import { NameSpace, NamesContext, type Offer, roundScope, useNames } from './names.ts';
import { NodeComponent } from './node-component.tsx';
import { observer } from './observer.tsx';
import { prepareOptions } from './option-values.ts';
import { Here, type NodePlace } from './place.tsx';
import type { WidgetComponent } from './types.ts';
import { useVisible } from './visible.tsx';
import { widgetCode } from './widgets.ts';

/** Renders nodes: the children of a page or of a widget. Fields among them stand in the columns of their form. */
export const Nodes = memo(function Nodes({ nodes, scope }: { nodes: readonly PlanNode[] | undefined; scope: Scope }): ReactNode {
  const { FieldGroup } = useEngine().registry.look;
  if (nodes?.some(isField)) {
    return (
      <FieldGroup>
        {/* Beside a field every node is a member of the form. */}
        <Fields fields={nodes as readonly PlanField[]} scope={scope} />
      </FieldGroup>
    );
  }
  return nodes?.map((node) => <NodeView key={node.key} node={node} scope={scope} />);
});

interface NodeProps {
  node: PlanNode;
  scope: Scope;
}
const exposeNothing: Offer['expose'] = () => undefined;
let drawnNodes = 0;

/** One node: re-renders only when something it reads changes, and rests while hidden. */
export class NodeView extends NodeComponent<NodeProps> {
  private id: string | undefined;
  private offered: (Offer & { names: NameSpace; name: string }) | undefined;
  /** The last drawing is that of the widget. */
  private isThere = false;
  private element: { props: Record<string, unknown>; widget: unknown; node: ReactNode } | undefined;

  protected get node(): PlanNode {
    return this.props.node;
  }

  protected reads(): boolean {
    const { permission, each, when, options } = this.props.node;
    return permission !== undefined || each !== undefined || when !== undefined || prepareOptions(options).reads;
  }

  protected draw(place: NodePlace): ReactNode {
    const { node, scope } = this.props;
    const { engine } = place;
    this.isThere = false;
    if (node.problem) return <ProblemNotice engine={engine} problem={node.problem} widget={node.widget} />;
    try {
      if (node.permission && !node.permission.some((permission) => engine.app.permissions.has(permission))) return null;
      if (node.each) return <Rounds node={node} scope={scope} />;
      if (node.when && !node.when.evaluate(scope)) return null;
    } catch (error) {
      return <Broken engine={engine} place={node} error={error} />;
    }
    const state = this.widgetState(place);
    if (!state) return <ProblemNotice engine={engine} problem={unknownWidget(engine, node)} widget={node.widget} />;
    if (state.status === 'loading') return null;
    if (state.status === 'failed') {
      const retry = (): void => void widgetCode(engine.registry).retry(node.widget);
      return <CodeMissing engine={engine} place={node} failure={state.error} retry={retry} />;
    }
    if (state.definition.type === 'field') return <LooseField node={node} scope={scope} />;
    return this.widget(place, state.definition.component);
  }

  private widget(place: NodePlace, component: WidgetComponent): ReactNode {
    const { node, scope } = this.props;
    let options: Record<string, unknown>;
    try {
      options = this.values.evaluate(node.options, scope, place.options);
    } catch (error) {
      return <Broken engine={place.engine} place={node} error={error} />;
    }
    const failure = this.failed(place, options);
    if (failure) return failure;
    const expose = this.expose(place);
    this.isThere = true;
    const known = this.element;
    // The same element tells React that there is nothing to do below.
    if (
      known?.widget === component &&
      known.props.options === options &&
      known.props.node === node &&
      known.props.scope === scope &&
      known.props.expose === expose
    ) {
      return known.node;
    }
    this.id ??= `node-${++drawnNodes}`;
    const Widget = component as unknown as ComponentType<Record<string, unknown>>;
    const props = { options, node, scope, id: this.id, expose };
    this.element = { props, widget: component, node: <Widget {...props} /> };
    return this.element.node;
  }

  private expose({ names }: NodePlace): Offer['expose'] {
    const { name } = this.props.node;
    if (!name) return exposeNothing;
    if (this.offered?.names !== names || this.offered.name !== name) {
      const { expose, end } = names.offer(name);
      // What a widget says when it goes is no longer so.
      this.offered = { names, name, end, expose: (values) => this.isThere && expose(values) };
    }
    return this.offered.expose;
  }

  protected override drawn(): void {
    super.drawn();
    if (!this.isThere) this.offered?.end();
  }

  override componentWillUnmount(): void {
    super.componentWillUnmount();
    this.offered?.end();
  }
}

/** `each`: the node once per item. Every round is a frame of its own. */
const Rounds = observer(function Rounds({ node, scope }: NodeProps): ReactNode {
  const engine = useEngine();
  const visible = useVisible();
  const inner = useMemo<PlanNode>(() => ({ ...node, each: undefined }), [node]);
  const last = useRef<unknown>(undefined);
  let items = last.current;
  try {
    if (visible || items === undefined) items = node.each?.evaluate(scope);
    last.current = items;
  } catch (error) {
    return <Broken engine={engine} place={node} error={error} />;
  }
  if (!Array.isArray(items)) return null;
  return items.map((item, index) => <Round key={roundKey(item, index)} node={inner} scope={scope} item={item} index={index} />);
});

function roundKey(item: unknown, index: number): string | number {
  if (typeof item !== 'object' || item === null) return index;
  const { id, key } = item as { id?: unknown; key?: unknown };
  const identity = id ?? key;
  return typeof identity === 'string' || typeof identity === 'number' ? `${identity}@${index}` : index;
}

function Round({ node, scope, item, index }: NodeProps & { item: unknown; index: number }): ReactNode {
  const outer = useNames();
  const inner = useMemo(() => roundScope(scope, node, item, index), [scope, node, item, index]);
  const names = useMemo(() => new NameSpace(inner.names, outer), [inner, outer]);
  return (
    <NamesContext.Provider value={names}>
      <Here>
        <NodeView node={node} scope={inner} />
      </Here>
    </NamesContext.Provider>
  );
}

/** A field among nodes: allowed inside a form, where it takes part under its name. */
function LooseField({ node, scope }: NodeProps): ReactNode {
  const engine = useEngine();
  const form = useContext(FormContext);
  const field = useMemo(() => (node.name ? { rules: [], ...node, name: node.name } : undefined), [node]);
  if (!form || !field) {
    const message = engine.translate('engine.fieldOutsideForm', { widget: node.widget });
    return <Broken engine={engine} place={node} error={{ code: 'FIELD_OUTSIDE_FORM', message }} />;
  }
  return <Field field={field} scope={scope} />;
}
