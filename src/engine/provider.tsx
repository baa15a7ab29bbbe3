import { type ReactNode, useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { SWRConfig, useSWRConfig } from 'swr';
import { type Engine, EngineContext } from './context.ts';
import { TextsContext, useTexts } from './texts.ts';

/** Puts the engine, its texts and its cache of answers around an application. */
export function EngineProvider({ engine, children }: { engine: Engine; children: ReactNode }): ReactNode {
  const [provider] = useState(() => {
    const cache = new Map();
    return () => cache;
  });
  return (
    <EngineContext.Provider value={engine}>
      <SWRConfig value={{ provider }}>
        <ForgetAnswers engine={engine} />
        <RenewAnswers engine={engine} />
        <I18nextProvider i18n={engine.i18n}>
          <Texts engine={engine}>{children}</Texts>
        </I18nextProvider>
      </SWRConfig>
    </EngineContext.Provider>
  );
}

function Texts({ engine, children }: { engine: Engine; children: ReactNode }): ReactNode {
  return <TextsContext.Provider value={useTexts(engine)}>{children}</TextsContext.Provider>;
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
  useEffect(() => engine.onRenew?.(() => void mutate(() => true)), [engine, mutate]);
  return null;
}

/** Answers somebody else knows to be out of date are loaded anew where they are shown. */
function RenewAnswers({ engine }: { engine: Engine }): ReactNode {
  const { mutate } = useSWRConfig();
  useEffect(
    () =>
      engine.onStale?.((calls) => {
        void mutate((key) => Array.isArray(key) && calls.includes(String(key[0])));
      }),
    [engine, mutate],
  );
  return null;
}
