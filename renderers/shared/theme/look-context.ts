import { createContext } from 'react';
import type { Language, ThemeDocument } from '../../../src/core/types.ts';

/** What the component library has to know of the look; undefined outside of a Provider. */
export interface LookValues {
  theme: ThemeDocument;
  language: Language;
  nonce: string | undefined;
  /** Where popups go. Not the body: the library locks its scrolling with a style element that carries no nonce. */
  popups: () => HTMLElement;
}

export const LookContext = createContext<LookValues | undefined>(undefined);
