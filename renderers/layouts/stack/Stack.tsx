import { Nodes, type WidgetProps } from '../../../src/engine/index.ts';
import type { StackOptions } from '../../../src/generated/options.ts';
import './stack.css';

/** Nodes one below or beside the other. */
export function Stack({ options, scope }: WidgetProps<StackOptions>) {
  const {
    direction = 'vertical',
    gap = 'medium',
    align,
    justify = 'start',
    wrap = true,
    fill,
    maxWidth,
    padding = 'none',
    landmark,
    body,
  } = options;
  const Element = landmark ?? 'div';
  return (
    <Element
      className="tg-stack"
      data-direction={direction}
      data-gap={gap}
      data-align={align ?? (direction === 'horizontal' ? 'center' : 'stretch')}
      data-justify={justify}
      data-wrap={wrap}
      data-fill={fill === true}
      data-padding={padding}
      style={maxWidth === undefined ? undefined : { maxWidth, width: '100%', marginInline: 'auto' }}
    >
      <Nodes nodes={body} scope={scope} />
    </Element>
  );
}
