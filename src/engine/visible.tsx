import { type ReactNode, useContext } from 'react';
import { VisibleContext } from './context.ts';
import { Here } from './place.tsx';

/** Whether this place is shown: false in tabs and pages that are kept but hidden. */
export function useVisible(): boolean {
  return useContext(VisibleContext);
}

/** Tells everything inside whether it is shown. Hidden content keeps its last picture: it neither polls nor re-renders. */
export function Visible({ shown, children }: { shown: boolean; children: ReactNode }): ReactNode {
  const outer = useVisible();
  return (
    <VisibleContext.Provider value={outer && shown}>
      <Here>{children}</Here>
    </VisibleContext.Provider>
  );
}
