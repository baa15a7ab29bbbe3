import { createContext, type ReactNode, useContext } from 'react';

/** What the layout on show surrounds: the next layout of the chain, or the page. */
export const OutletContext = createContext<ReactNode>(null);

/** The place in a layout where the page (or the next layout) appears. */
export function Outlet(): ReactNode {
  return useContext(OutletContext);
}
