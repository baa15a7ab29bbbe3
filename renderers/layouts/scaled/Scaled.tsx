import { useEffect, useState } from 'react';
import { Nodes, type WidgetProps } from '../../../src/engine/index.ts';
import type { ScaledOptions } from '../../../src/generated/options.ts';
import './scaled.css';
import { scaleOf } from './scale.ts';

/** CONST-01 */
const RESIZE_DELAY = 300;

/** Size of the window, 300 ms after the last resize (CONST-01). */
function useWindowSize(): { width: number; height: number } {
  const [size, setSize] = useState(() => ({ width: window.innerWidth, height: window.innerHeight }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onResize = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setSize({ width: window.innerWidth, height: window.innerHeight }), RESIZE_DELAY);
    };
    window.addEventListener('resize', onResize);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('resize', onResize);
    };
  }, []);
  return size;
}

/** Draws its content at a design size, zoomed to the window; fluid in a narrow one. */
export function Scaled({ options, scope }: WidgetProps<ScaledOptions>) {
  const { width, height, mode = 'contain', fluidBelow = 900, smallest = 0.5, largest = 2, enlarge = 1, surface = 'none', body } = options;
  const scale = scaleOf(useWindowSize(), { width, height, mode, fluidBelow, smallest, largest, enlarge });
  const style = scale.fluid ? undefined : { zoom: scale.factor, minHeight: scale.height };
  return (
    <div className="tg-scaled" data-surface={surface}>
      <div
        className="tg-scaled-content"
        data-layout={scale.fluid ? 'fluid' : 'scaled'}
        data-scale={scale.fluid ? 1 : scale.factor}
        data-design={`${width}x${height}`}
        style={style}
      >
        <Nodes nodes={body} scope={scope} />
      </div>
    </div>
  );
}
