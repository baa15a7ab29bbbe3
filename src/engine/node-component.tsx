import { PureComponent, type ReactNode } from 'react';
import type { PlanNode, Scope } from '../core/types.ts';
import { Broken } from './boundary.tsx';
import { OptionValues } from './option-values.ts';
import { type NodePlace, PlaceContext, placeOf } from './place.tsx';
import { Watch } from './watch.ts';
import { type WidgetCode, type WidgetState, widgetCode } from './widgets.ts';

interface NodeState {
  failure: { error: unknown } | undefined;
}

/**
 * One node of a page in one component: it remembers what it reads, rests while hidden, waits for the widget's code and keeps failures of its
 * widget to itself. A page holds hundreds of them, so they are one layer and not five.
 */
export abstract class NodeComponent<Props extends { scope: Scope }> extends PureComponent<Props, NodeState> {
  static override contextType = PlaceContext;
  declare context: NodePlace | undefined;
  override state: NodeState = { failure: undefined };

  protected readonly values = new OptionValues();
  private readonly watch = new Watch(() => this.forceUpdate());
  private picture: ReactNode = undefined;
  private caught: { failure: NodeState['failure']; options: unknown } | undefined;
  private waiting: { code: WidgetCode; key: string } | undefined;
  private stopWaiting: (() => void) | undefined;

  /** The node as its document has it. */
  protected abstract readonly node: PlanNode;
  /** False when nothing that `draw` reads can change. */
  protected abstract reads(): boolean;
  protected abstract draw(place: NodePlace): ReactNode;

  static getDerivedStateFromError(error: unknown): NodeState {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    const { document, pointer, widget } = this.node;
    console.error(`${document}#${pointer} (${widget}):`, error);
  }

  override componentDidMount(): void {
    this.watch.mount();
    this.drawn();
  }

  override componentDidUpdate(): void {
    this.drawn();
  }

  override componentWillUnmount(): void {
    this.watch.unmount();
    this.stopWaiting?.();
    this.stopWaiting = undefined;
  }

  override render(): ReactNode {
    const place = placeOf(this.context);
    if (!place.visible && this.picture !== undefined) {
      // At rest nothing is read, so nothing that changes reaches this place.
      this.watch.forget();
      return this.picture;
    }
    if (this.reads()) this.picture = this.watch.track(() => this.draw(place));
    else {
      this.watch.forget();
      this.picture = this.draw(place);
    }
    return this.picture;
  }

  /** Called when a drawing is on the page. */
  protected drawn(): void {
    if (!this.waiting) {
      this.stopWaiting?.();
      this.stopWaiting = undefined;
      return;
    }
    const { code, key } = this.waiting;
    this.stopWaiting ??= code.subscribe(() => this.forceUpdate());
    void code.load(key);
    // It may have come between the drawing and now.
    if (code.state(key)?.status === 'ready') this.forceUpdate();
  }

  /** The code of the node's widget; while it is on its way the node waits for it. */
  protected widgetState({ engine }: NodePlace): WidgetState | undefined {
    const code = widgetCode(engine.registry);
    const key = this.node.widget;
    const state = code.state(key);
    this.waiting = state && state.status !== 'ready' ? { code, key } : undefined;
    return state;
  }

  /** Explanation of the failure of the widget with these options; undefined when it did not fail. Other options give it another try. */
  protected failed(place: NodePlace, options: unknown): ReactNode | undefined {
    const { failure } = this.state;
    if (!failure) return undefined;
    if (this.caught?.failure !== failure) this.caught = { failure, options };
    if (this.caught.options !== options) return undefined;
    return <Broken engine={place.engine} place={this.node} error={failure.error} retry={() => this.setState({ failure: undefined })} />;
  }
}
