import { observable } from '@formily/reactive';
import { act, render } from '@testing-library/react';
import { vi } from 'vitest';
import { registry } from '../../../renderers/index.ts';
import { createScope, type QuestionnaireDocument } from '../../../src/core/index.ts';
import type { StatementDocument } from '../../../src/core/statement/index.ts';
import type { Bundle, CallContract, NodeDocument } from '../../../src/core/types.ts';
import {
  type AppState,
  type CallArguments,
  DictionaryStore,
  defineWidget,
  type Engine,
  EngineProvider,
  LeaveGuard,
  observer,
  PageView,
  plain,
  type Registry,
  type RouteState,
  type Translate,
  type WidgetProps,
} from '../../../src/engine/index.ts';
import type { DialogWords } from '../../../src/engine/types.ts';
import { emptyTexts } from '../../support/i18n.ts';

const questionnaireFiles = import.meta.glob<QuestionnaireDocument>('../../../schemas/questionnaires/*.questionnaire.json', {
  eager: true,
  import: 'default',
});
/** Every shipped questionnaire. */
const questionnaires = Object.fromEntries(
  Object.entries(questionnaireFiles).map(([path, file]) => [path.replace(/^.*\/|\.questionnaire\.json$/g, ''), file]),
);
const statementFiles = import.meta.glob<StatementDocument>('../../../schemas/statements/*.statement.json', {
  eager: true,
  import: 'default',
});
/** Every shipped statement. */
const statements = Object.fromEntries(
  Object.entries(statementFiles).map(([path, file]) => [path.replace(/^.*\/|\.statement\.json$/g, ''), file]),
);
const files = import.meta.glob<{ texts: Record<string, string> }>('../../../schemas/locales/en/*.locale.json', {
  eager: true,
  import: 'default',
});
const texts = new Map<string, string>(
  Object.entries(files).flatMap(([path, file]) => {
    const area = /([\w-]+)\.locale\.json$/.exec(path)?.[1];
    return Object.entries(file.texts).map(([key, text]) => [`${area}.${key}`, text] as const);
  }),
);
function localized(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return String((value.find((entry) => entry.l === 'en') ?? value.find((entry) => entry.d) ?? value[0])?.t ?? '');
  if (typeof value === 'object') return String((value as Record<string, unknown>).en ?? '');
  return String(value);
}
/** Real English texts; a missing key throws, because people would see it. */
const translate: Translate = Object.assign(
  (key: string, values: Record<string, unknown> = {}) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`There is no text "${key}"`);
    return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => String(values[name] ?? ''));
  },
  { localized, edition: () => 'en' },
);

type Answer = (args: CallArguments) => unknown;
export interface Shown {
  engine: Engine;
  calls: { id: string; args: CallArguments }[];
  asked: string[];
  said: string[];
  container: HTMLElement;
  unmount: () => void;
}
export interface ShowOptions {
  calls?: Record<string, Answer>;
  dictionaries?: { dictType: string; dictValue: string; dictLabel: unknown; status?: string; tone?: string }[];
  /** What their answer waits for, and fails as. */
  until?: Promise<void>;
  /** Answer of every question. */
  sure?: boolean;
  permissions?: string[];
  /** Settings of the installation. */
  config?: Record<string, unknown>;
  page?: Partial<Bundle['page']>;
  /** What the menu calls it. */
  title?: string;
  /** Loaders in the place of the real ones. */
  widgets?: Registry['widgets'];
}

function contract(id: string): CallContract {
  return {
    id,
    method: 'GET',
    path: `/api/${id}`,
    access: 'session',
    auth: 'bearer',
    bodyType: 'json',
    envelope: 'standard',
    overlay: false,
    headers: {},
  };
}

/** Shows a body through the real engine with the real vocabulary; only the network and the questions are played. */
export async function show(body: NodeDocument[], options: ShowOptions = {}): Promise<Shown> {
  const calls: Shown['calls'] = [];
  const asked: string[] = [];
  const said: string[] = [];
  const answers = options.calls ?? {};
  const app = observable.shallow({
    ready: true,
    session: {},
    user: null,
    config: options.config ?? {},
    language: 'en',
    theme: 'theme-light',
    tone: 'light',
    variant: {},
    permissions: new Set(options.permissions ?? []),
    manifest: {
      layouts: { main: { hash: '' } },
      pages: { home: { hash: '', access: 'session' } },
      app: {
        mainLayout: 'main',
        languages: [
          { code: 'zh-Hans', label: '简体中文' },
          { code: 'zh-Hant', label: '繁體中文' },
          { code: 'en', label: 'English' },
        ],
      },
    },
  }) as unknown as AppState;
  const client: Engine['client'] = {
    inThisName: () => client.call,
    isLocalized: () => false,
    largest: () => undefined,
    register: () => undefined,
    call: async (id, args = {}) => {
      calls.push({ id, args });
      const answer = answers[id];
      if (!answer) throw Object.assign(new Error(`No answer for ${id}`), { code: 'NETWORK_ERROR' });
      return answer(args);
    },
  };
  const dictionaries = new DictionaryStore(
    async () => {
      await options.until;
      return options.dictionaries ?? [];
    },
    translate,
    () => 'en',
  );
  const engine = {
    app,
    client,
    registry: options.widgets ? { ...vocabulary, widgets: { ...vocabulary.widgets, ...options.widgets } } : vocabulary,
    translate,
    i18n: emptyTexts(),
    dictionaries,
    feedback: {
      message: (_level: string, text: string) => {
        said.push(text);
        return () => undefined;
      },
      notification: (_level: string, _title: unknown, text: string) => void said.push(text),
      dialog: async ({ words }: { words: () => DialogWords }) => {
        asked.push(words().text);
        return options.sure ?? true;
      },
    },
    session: {},
    navigate: vi.fn(),
    leave: new LeaveGuard(),
    onForget: () => () => undefined,
    host: {
      functions: {
        t: (key: unknown, values: unknown) => translate(String(key), values as Record<string, unknown>),
        localized,
        dict: (type: unknown, value: unknown) => dictionaries.label(String(type), value),
        can: (permission: unknown) => app.permissions.has(String(permission)),
        formatDate: (value: unknown) => String(value),
      },
    },
  } as unknown as Engine;
  engine.root = createScope(
    { session: {}, user: null, config: {}, app: {}, language: 'en', theme: '', tone: 'light', variant: {} },
    undefined,
    engine.host,
  );
  const route: RouteState = {
    path: '/test',
    query: {},
    params: {},
    title: options.title ?? '',
    menu: undefined,
    navigation: {},
    problem: undefined,
  };
  const scope = createScope({ menu: undefined, navigation: {}, page: { title: '', path: '/test' } }, engine.root);
  const bundle: Bundle = {
    document: 'pages/test',
    page: { version: 1, title: { en: 'Test' }, body, ...options.page },
    forms: {},
    tables: {},
    rules: {},
    questionnaires,
    statements,
    calls: Object.fromEntries(Object.keys(answers).map((id) => [id, contract(id)])),
    dictionaries: [],
  };
  // Code that is read for the first time may take seconds; waiting for it is no part of what is tested.
  await Promise.all(widgetsIn(body).map((key) => vocabulary.widgets[key]?.()));
  const view = render(
    <EngineProvider engine={engine}>
      <PageView bundle={bundle} route={route} scope={scope} />
    </EngineProvider>,
  );
  const shown = { engine, calls, asked, said, container: view.container, unmount: view.unmount };
  const patience = Date.now() + 30_000;
  while (Date.now() < patience && view.container.querySelector('.tg-loading, [data-loading]')) await settle(1);
  await settle();
  return shown;
}

/** Keys of the widgets that a document names, wherever they stand. */
function widgetsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'widget' in part && typeof part.widget === 'string' && part.widget in vocabulary.widgets ? [part.widget] : [];
  return [...own, ...Object.values(part).flatMap(widgetsIn)];
}

/** Lets code arrive, calls answer and effects run. */
export async function settle(rounds = 12): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await act(async () => new Promise((resolve) => setTimeout(resolve, 5)));
}

/** A form named `form` with these fields, and a probe of its values. */
export function formOf(fields: NodeDocument[], more: Record<string, unknown> = {}): NodeDocument[] {
  return [{ widget: 'form', name: 'form', fields, ...more }, probe('form.values')];
}
/** Reads an expression: its last value is in `probed.value`. */
export function probe(expression: string): NodeDocument {
  return { widget: 'probe', value: `{{ ${expression} }}` };
}
export const probed: { value: unknown } = { value: undefined };
function Probe({ options }: WidgetProps<{ value: unknown }>) {
  probed.value = plain(options.value);
  return null;
}
const vocabulary: Registry = {
  ...registry,
  widgets: { ...registry.widgets, probe: async () => ({ default: defineWidget<{ value: unknown }>(observer(Probe)) }) },
  shapes: { ...registry.shapes, probe: { kind: 'display', options: { value: 'value' }, required: [] } },
};
