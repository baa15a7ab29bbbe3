import type { CSSProperties } from 'react';
import type { PlanNode } from '../../../src/core/types.ts';
import { NodeView, type WidgetProps } from '../../../src/engine/index.ts';
import type { GridOptions } from '../../../src/generated/options.ts';
import './grid.css';

/** Columns of equal width. A child that is not shown leaves no cell (see the CSS of empty cells), one that stands once for each item of a list has a cell an item. */
export function Grid({ options, scope }: WidgetProps<GridOptions>) {
  const { columns = 2, narrowColumns = 1, minWidth, gap = 'medium', spans, align = 'stretch', body } = options;
  const style: Record<string, string | number> = {
    '--tg-columns': columns,
    '--tg-columns-middle': Math.min(columns, narrowColumns > 1 ? evenRow(body, 2 * narrowColumns) : 2),
    '--tg-columns-narrow': Math.min(columns, narrowColumns),
  };
  if (minWidth !== undefined) style.gridTemplateColumns = `repeat(auto-fit, minmax(min(100%, ${minWidth}px), 1fr))`;
  return (
    <div className="tg-grid" data-gap={gap} data-align={align} style={style as CSSProperties}>
      {body.map((node, index) => {
        const span = Math.min(spans?.[index] ?? 1, columns);
        return (
          <div
            key={node.key}
            className="tg-grid-cell"
            data-each={node.each ? '' : undefined}
            style={span > 1 ? ({ '--tg-span': span } as CSSProperties) : undefined}
          >
            <NodeView node={node} scope={scope} />
          </div>
        );
      })}
    </div>
  );
}

/** How many parts a row takes, at most `most`, so that rows are as equally long as can be: 9 parts are three rows of 3, not two of 4 and one alone. */
function evenRow(parts: readonly PlanNode[], most: number): number {
  // As many as a list has: nobody knows how many that are.
  if (parts.length === 0 || parts.some(({ each }) => each)) return most;
  return Math.ceil(parts.length / Math.ceil(parts.length / most));
}
