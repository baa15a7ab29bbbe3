import { Nodes, type WidgetProps } from '../../../src/engine/index.ts';
import type { ToolbarOptions } from '../../../src/generated/options.ts';
import './toolbar.css';

/** Widgets in a line that wraps: some at the start, some at the end. */
export function Toolbar({ options, scope }: WidgetProps<ToolbarOptions>) {
  return (
    // Not the role toolbar: it promises arrow keys, and text fields among the parts need them.
    <section
      className="tg-toolbar"
      aria-label={options.label}
      data-sticky={options.sticky || undefined}
      data-size={options.size ?? 'middle'}
    >
      {options.body ? (
        <div className="tg-toolbar-part">
          <Nodes nodes={options.body} scope={scope} />
        </div>
      ) : null}
      {options.end ? (
        <div className="tg-toolbar-part tg-toolbar-end">
          <Nodes nodes={options.end} scope={scope} />
        </div>
      ) : null}
    </section>
  );
}
