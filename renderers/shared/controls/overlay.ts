import { createContext } from 'react';
import type { FormModel } from '../../../src/engine/index.ts';

/** What a dialog or drawer knows of the forms inside it: to submit one by its name, and to ask before changes are lost. */
export interface OverlayForms {
  /** `isLost`: whether closing now would lose something of it. */
  add: (name: string | undefined, form: FormModel, isLost: () => boolean) => () => void;
}
export const OverlayContext = createContext<OverlayForms | undefined>(undefined);
