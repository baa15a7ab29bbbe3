import type { CSSProperties } from 'react';
import { NodeView, type WidgetProps } from '../../../src/engine/index.ts';
import type { GridOptions } from '../../../src/generated/options.ts';
import './grid.css';

/** Columns of equal width. A child that is not shown leaves no cell (see the CSS of empty cells), one that stands once for each item of a list has a cell an item. */
export function Grid({ options, scope }: WidgetProps<GridOptions>) {
  const { columns = 2, narrowColumns = 1, minWidth, gap = 'medium', spans, align = 'stretch', body } = options;
  const style: Record<string, string | number> = {
    '--tg-columns': columns,
    '--tg-columns-middle': Math.min(columns, Math.max(2, narrowColumns)),
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
