import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Engine, EngineContext, PageContext, VisibleContext } from './context.ts';
import { FormContext } from './form/context.ts';
import type { FormModel } from './form/model.ts';
import { type NameSpace, NamesContext } from './names.ts';
import type { OptionContext } from './options.ts';
import type { PageModel } from './page-model.ts';

/** Where nodes are drawn, in one value: the same for all nodes of a frame, so that no node makes one of its own. */
export interface NodePlace {
  engine: Engine;
  page: PageModel;
  names: NameSpace;
  form: FormModel | undefined;
  visible: boolean;
  options: OptionContext;
}

export const PlaceContext = createContext<NodePlace | undefined>(undefined);

/** Gathers the contexts around for the nodes below. Stands wherever one of them changes. */
export function Here({ children }: { children: ReactNode }): ReactNode {
  const engine = useContext(EngineContext);
  const page = useContext(PageContext);
  const names = useContext(NamesContext);
  const form = useContext(FormContext);
  const visible = useContext(VisibleContext);
  const options = useMemo<OptionContext | undefined>(
    () =>
      engine && page && names
        ? { translate: engine.translate, run: (action, scope, locals) => page.run(action, { scope, names, form, locals }) }
        : undefined,
    [engine, page, names, form],
  );
  const place = useMemo<NodePlace | undefined>(
    () => (engine && page && names && options ? { engine, page, names, form, visible, options } : undefined),
    [engine, page, names, form, visible, options],
  );
  return <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>;
}

/** The place of a node. Throws outside of a page. */
export function placeOf(place: NodePlace | undefined): NodePlace {
  if (!place) throw new Error('A node needs a PageView above it');
  return place;
}
