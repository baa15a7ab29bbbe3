import { type FunctionComponent, memo, type ReactNode, useLayoutEffect, useReducer, useRef } from 'react';
import { Watch } from './watch.ts';

/** A component that draws again when an observable it read changes, and otherwise only for other props. */
export function observer<Props extends object>(component: FunctionComponent<Props>): FunctionComponent<Props> {
  const drawn = memo((props: Props) => useWatched(() => component(props) as ReactNode));
  drawn.displayName = `observer(${component.displayName ?? component.name})`;
  return drawn as unknown as FunctionComponent<Props>;
}

function useWatched(draw: () => ReactNode): ReactNode {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const held = useRef<Watch | undefined>(undefined);
  held.current ??= new Watch(again);
  const watch = held.current;
  useLayoutEffect(() => {
    watch.mount();
    return () => watch.unmount();
  }, [watch]);
  return watch.track(draw);
}
