import { useLayoutEffect, useReducer, useRef } from 'react';
import { plain, sameValue } from '../scope.ts';
import { Watch } from '../watch.ts';

/** What a form makes of its record, by name; each reads `record`. */
export type Made = Record<string, (locals: Record<string, unknown>) => unknown>;
type Values = Record<string, unknown>;

/** A record in the shape the form holds it in. */
export function asHeld(record: Values, made: Made = {}): Values {
  const more = Object.entries(made).map(([name, make]) => [name, plain(make({ record }))]);
  return { ...record, ...Object.fromEntries(more) };
}

/** The same while a form is drawn: made anew only of another record, and when something `made` reads is another, so that `uuid()` gives one. */
export function useHeld(record: Values | undefined, made: Made | undefined): Values | undefined {
  const [, again] = useReducer((count: number) => count + 1, 0);
  const kept = useRef<{ record: Values; made: Made; values: Values } | undefined>(undefined);
  const held = useRef<Watch | undefined>(undefined);
  held.current ??= new Watch(() => {
    kept.current = undefined;
    again();
  });
  const watch = held.current;
  useLayoutEffect(() => {
    watch.mount();
    return () => watch.unmount();
  }, [watch]);
  if (!record || !made) return record;
  const isKept = kept.current && sameValue(kept.current.made, made) && sameValue(kept.current.record, record);
  if (!isKept) {
    kept.current = undefined;
    kept.current = { record, made, values: watch.track(() => asHeld(record, made)) };
  }
  return kept.current?.values;
}
