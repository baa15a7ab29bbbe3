import type { KeyboardEvent as SyntheticEvent } from 'react';

/**
 * True while an input method composes: its keys choose characters, and its Enter must neither submit nor add anything. Safari sends the Enter that takes
 * a candidate after the composition has ended, marked by nothing but its code of old.
 */
export function isComposing(event: KeyboardEvent | SyntheticEvent): boolean {
  const { isComposing: composes, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return composes || keyCode === 229;
}
