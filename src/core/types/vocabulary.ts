/** How the engine treats the options of the widgets. */

/**
 * How the engine treats one option of a widget, generated from options.schema.json (`x-targus`):
 * - text:    translated; the widget gets a string
 * - nodes:   the widget gets PlanNode[] and renders them with <Nodes>
 * - fields:  the widget gets PlanField[] (forms and array tables)
 * - action:  the widget gets (locals?) => Promise<ActionOutcome>
 * - lazy:    an expression the widget evaluates itself with more names (row, index): (locals?) => unknown
 * - lazyText: a text the widget asks for with more names (row): (locals?) => string
 * - literal: never interpreted
 * - value:   strings with {{ }} are evaluated, at any depth; everything else as written
 * - questionnaire | statement: the widget gets the document with its texts translated; named by id, expression or {id, purpose}
 * - call | form | table | dictionary | rule | page | menu | icon | path: a reference, as `value` for the engine, resolved by `check` and the bundler
 * Nested shapes describe objects and the items of arrays.
 */
export type OptionKind =
  | 'text'
  | 'nodes'
  | 'fields'
  | 'action'
  | 'lazy'
  | 'lazyText'
  | 'literal'
  | 'value'
  | 'call'
  | 'form'
  | 'table'
  | 'dictionary'
  | 'rule'
  | 'page'
  | 'questionnaire'
  | 'statement'
  | 'icon'
  | 'path'
  | 'lazyPath';
export type OptionShape = OptionKind | { properties: Record<string, OptionShape> } | { items: OptionShape } | { entries: OptionShape };

export interface WidgetShape {
  kind: 'layout' | 'display' | 'field' | 'widget';
  options: Record<string, OptionShape>;
  required: string[];
  /** Names besides row, index, item, value ... that its lazy options, actions and nodes can read (`x-locals`). */
  locals?: string[];
  /** Calls it makes by itself where an option is given that names none of its own in `call` (`x-calls`): option -> call. */
  calls?: Record<string, string>;
  /** Its nodes are shown only once it is opened: a page does not wait for their code (`x-deferred`). */
  deferred?: true;
}
export type WidgetShapes = Record<string, WidgetShape>;
