import { observable } from '@formily/reactive';
import { useEffect, useState } from 'react';

/**
 * The value as it was drawn last, for those who read it later: an open question reads its words here, and watches them, because the component
 * that asked is drawn again in another language while its answer is awaited.
 */
export function useNow<Value extends object>(value: Value): { readonly value: Value } {
  const [box] = useState(() => observable.ref(value));
  useEffect(() => {
    box.value = value;
  });
  return box;
}
