import { useCallback } from 'react';
import { useForm } from '../../../src/engine/index.ts';

/** Writes another field of the same form, without marking an error there. Outside a form nothing happens. */
export function useSibling(name: string): (value: unknown) => void {
  const form = useForm();
  return useCallback((value) => form?.write(name, value), [form, name]);
}
