import { Outlet as PageOutlet } from '../../../src/engine/index.ts';

/** Where the page, or the next layout of the chain, appears. */
export function Outlet() {
  return <PageOutlet />;
}
