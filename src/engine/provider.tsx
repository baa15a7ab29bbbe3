import { type ReactNode, useEffect, useState } from 'react';
import { SWRConfig, useSWRConfig } from 'swr';
import { type Engine, EngineContext } from './context.ts';

/** Puts the engine and its cache of answers around an application. */
export function EngineProvider({ engine, children }: { engine: Engine; children: ReactNode }): ReactNode {
  const [provider] = useState(() => {
    const cache = new Map();
    return () => cache;
  });
  return (
    <EngineContext.Provider value={engine}>
      <SWRConfig value={{ provider }}>
        <ForgetAnswers engine={engine} />
        {children}
      </SWRConfig>
    </EngineContext.Provider>
  );
}

/** Another user must not see the answers of the one before. */
function ForgetAnswers({ engine }: { engine: Engine }): ReactNode {
  const { mutate } = useSWRConfig();
  useEffect(
    () =>
      engine.onForget(() => {
        void mutate(() => true, undefined, { revalidate: false });
      }),
    [engine, mutate],
  );
  return null;
}
