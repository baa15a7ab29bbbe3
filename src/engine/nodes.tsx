import { observer } from '@formily/reactive-react';
import { type ComponentType, memo, type ReactNode, useCallback, useContext, useId, useMemo, useRef } from 'react';
import { isField } from '../core/index.ts';
import type { PlanField, PlanNode, PlanOption, Scope } from '../core/types.ts';
import { Broken, CodeMissing, NodeBoundary, ProblemNotice, unknownWidget } from './boundary.tsx';
import { type Engine, useEngine, usePageModel } from './context.ts';
import { Field, Fields } from './form/field.tsx';
import { FormContext } from './form/model.ts';
import { NameSpace, NamesContext, roundScope, useNames } from './names.ts';
import { type OptionContext, resolveAll, reuse } from './options.ts';
import type { WidgetComponent } from './types.ts';
import { useVisible } from './visible.tsx';
import { useWidget, widgetCode } from './widgets.ts';

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

/** One node: re-renders only when something it reads changes, and rests while hidden. */
export const NodeView = observer(function NodeView({ node, scope }: NodeProps): ReactNode {
  const engine = useEngine();
  const visible = useVisible();
  const last = useRef<ReactNode>(null);
  if (!visible && last.current !== null) return last.current;
  last.current = picture(engine, node, scope);
  return last.current;
});

function picture(engine: Engine, node: PlanNode, scope: Scope): ReactNode {
  if (node.problem) return <ProblemNotice engine={engine} problem={node.problem} widget={node.widget} />;
  try {
    if (node.permission && !node.permission.some((permission) => engine.app.permissions.has(permission))) return null;
    if (node.each) return <Rounds node={node} scope={scope} />;
    if (node.when && !node.when.evaluate(scope)) return null;
  } catch (error) {
    return <Broken engine={engine} place={node} error={error} />;
  }
  return <WidgetView node={node} scope={scope} />;
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
      <NodeView node={node} scope={inner} />
    </NamesContext.Provider>
  );
}

/** Loads the widget's code and keeps its failures to itself. */
const WidgetView = memo(function WidgetView({ node, scope }: NodeProps): ReactNode {
  const engine = useEngine();
  const state = useWidget(node.widget);
  if (!state) return <ProblemNotice engine={engine} problem={unknownWidget(engine, node)} widget={node.widget} />;
  if (state.status === 'loading') return null;
  if (state.status === 'failed') {
    const retry = (): void => void widgetCode(engine.registry).retry(node.widget);
    return <CodeMissing engine={engine} place={node} failure={state.error} retry={retry} />;
  }
  if (state.definition.type === 'field') return <LooseField node={node} scope={scope} />;
  return <OptionsView node={node} scope={scope} component={state.definition.component} />;
});

/** A field among nodes: allowed inside a form, where it takes part under its name. */
function LooseField({ node, scope }: NodeProps): ReactNode {
  const engine = useEngine();
  const form = useContext(FormContext);
  if (!form || !node.name) {
    const message = engine.translate('engine.fieldOutsideForm', { widget: node.widget });
    return <Broken engine={engine} place={node} error={{ code: 'FIELD_OUTSIDE_FORM', message }} />;
  }
  return <Field field={{ rules: [], ...node, name: node.name }} scope={scope} />;
}

const OptionsView = observer(function OptionsView({ node, scope, component }: NodeProps & { component: WidgetComponent }): ReactNode {
  const engine = useEngine();
  const names = useNames();
  const id = useId();
  const options = useOptions(node.options, scope);
  const name = node.name;
  const expose = useCallback(
    (values: Record<string, unknown>) => {
      if (name) names.expose(name, values);
    },
    [names, name],
  );
  if ('error' in options) return <Broken engine={engine} place={node} error={options.error} />;
  const Widget = component as unknown as ComponentType<Record<string, unknown>>;
  return (
    <NodeBoundary engine={engine} place={node} resetKey={options.value}>
      <Widget options={options.value} node={node} scope={scope} id={id} expose={expose} />
    </NodeBoundary>
  );
});

/** Evaluated options of a node; equal parts stay the same objects between renders. Call it inside an observer. */
export function useOptions(plan: Record<string, PlanOption>, scope: Scope): { value: Record<string, unknown> } | { error: unknown } {
  const engine = useEngine();
  const page = usePageModel();
  const names = useNames();
  const form = useContext(FormContext);
  const functions = useMemo(() => {
    const made: { plan: unknown; scope: unknown; map: Map<PlanOption, unknown> } = { plan, scope, map: new Map() };
    return made.map;
  }, [plan, scope]);
  const context = useMemo<OptionContext>(
    () => ({ translate: engine.translate, run: (action, at, locals) => page.run(action, { scope: at, names, form, locals }) }),
    [engine, page, names, form],
  );
  const visible = useVisible();
  const previous = useRef<Record<string, unknown> | undefined>(undefined);
  // At rest nothing is read, so nothing that changes reaches this place.
  if (!visible && previous.current) return { value: previous.current };
  try {
    const next = reuse(previous.current, resolveAll(plan, scope, context, functions)) as Record<string, unknown>;
    previous.current = next;
    return { value: next };
  } catch (error) {
    return { error };
  }
}
