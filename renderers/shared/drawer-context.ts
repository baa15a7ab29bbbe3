import { createContext } from 'react';

/** True inside the drawer of a narrow window: menus in it are always expanded. */
export const InDrawer = createContext(false);
