import { createContext, useContext } from 'react';
import type { FormModel } from './model.ts';

export const FormContext = createContext<FormModel | undefined>(undefined);

/** The form around this place, if any: form.submit(), form.reset(), form.view (observable). */
export function useForm(): FormModel | undefined {
  return useContext(FormContext);
}
