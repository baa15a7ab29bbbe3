import { observable } from '@formily/reactive';
import { act, render } from '@testing-library/react';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { vi } from 'vitest';
import { compileMenu } from '../../src/core/index.ts';
import type { Bundle, Manifest, PageDocument, RuleDocument, Scope, WidgetShape, WidgetShapes } from '../../src/core/types.ts';
import {
  type AppState,
  DictionaryStore,
  defineField,
  defineWidget,
  type Engine,
  EngineProvider,
  type Feedback,
  type FieldProps,
  Fields,
  FormHost,
  LeaveGuard,
  type Look,
  Nodes,
  PageView,
  type Registry,
  type RouteState,
  type Translate,
  useController,
  useForm,
  type WidgetProps,
} from '../../src/engine/index.ts';

type Action = (locals?: Record<string, unknown>) => Promise<unknown>;

/** How often a widget rendered, by the key of its node. */
export const renders = new Map<string, number>();

const Label = defineWidget<{ text?: string; value?: unknown }>(({ options, node }) => {
  renders.set(node.key, (renders.get(node.key) ?? 0) + 1);
  return <p>{options.text ?? JSON.stringify(options.value)}</p>;
});
const Press = defineWidget<{ text: string; onClick?: Action; submit?: boolean }>(({ options }) => {
  const form = useForm();
  return (
    <button type="button" onClick={() => void (options.submit ? form?.submit() : options.onClick?.())}>
      {options.text}
    </button>
  );
});
const Box = defineWidget<{ body?: WidgetProps<unknown>['node'][] }>(({ options, scope }) => <Nodes nodes={options.body} scope={scope} />);
const Bomb = defineWidget<{ armed?: boolean }>(({ options }) => {
  if (options.armed) throw new Error('it exploded');
  return <p>defused</p>;
});
const Panel = defineWidget<{ body?: WidgetProps<unknown>['node'][] }>(function Panel({ options, node, scope, expose }) {
  useController(node, { open: (values) => expose({ open: true, with: values }), close: () => expose({ open: false, with: undefined }) });
  return <Nodes nodes={options.body} scope={scope} />;
});
interface FormOptions {
  fields: FieldProps<unknown, unknown>['node'][];
  initial?: Record<string, unknown>;
  checks?: { require: (locals?: Record<string, unknown>) => unknown; message: string; field: string }[];
  guard?: boolean;
  onSubmit?: Action;
  body?: WidgetProps<unknown>['node'][];
}
const FormWidget = defineWidget<FormOptions>(({ options, node, scope }) => (
  <FormHost
    node={node}
    scope={scope}
    fields={options.fields}
    label={node.name ?? 'form'}
    {...(options.initial ? { initial: options.initial } : {})}
    {...(options.checks ? { checks: options.checks } : {})}
    {...(options.guard ? { guard: true } : {})}
    {...(options.onSubmit ? { onSubmit: options.onSubmit as Parameters<typeof FormHost>[0]['onSubmit'] } : {})}
  >
    {({ scope: inner }) => (
      <>
        <Fields fields={options.fields} scope={inner} />
        <Nodes nodes={options.body} scope={inner} />
      </>
    )}
  </FormHost>
));
const Input = defineField<string, { placeholder?: string }>((props) => {
  renders.set(props.node.key, (renders.get(props.node.key) ?? 0) + 1);
  return (
    <input
      id={props.id}
      value={props.value ?? ''}
      disabled={props.disabled}
      readOnly={props.readOnly}
      aria-invalid={props.invalid}
      aria-describedby={props.describedBy}
      placeholder={props.options.placeholder}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
    />
  );
});

const shape = (options: WidgetShape['options'], kind: WidgetShape['kind'] = 'widget', exposes: string[] = []): WidgetShape => ({
  kind,
  options,
  required: [],
  exposes,
});
export const shapes: WidgetShapes = {
  label: shape({ text: 'text', value: 'value' }, 'display'),
  press: shape({ text: 'text', onClick: 'action', submit: 'value' }),
  box: shape({ body: 'nodes' }, 'layout'),
  bomb: shape({ armed: 'value' }, 'display'),
  panel: shape({ body: 'nodes' }, 'widget', ['open', 'with']),
  form: shape(
    {
      form: 'form',
      fields: 'fields',
      initial: 'value',
      guard: 'value',
      calculations: { entries: 'lazy' },
      checks: { items: { properties: { require: 'lazy', message: 'text', field: 'value' } } },
      onSubmit: 'action',
      body: 'nodes',
    },
    'widget',
    ['values', 'valid', 'dirty', 'submitting'],
  ),
  input: shape({ placeholder: 'text' }, 'field'),
};

type LookProps<Part extends keyof Look> = ComponentProps<Look[Part]>;
function FieldDecorator({ id, label, errors, children }: LookProps<'FieldDecorator'>) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children}
      {errors.length > 0 && (
        <span id={`${id}-error`} role="alert">
          {errors.join(' ')}
        </span>
      )}
    </div>
  );
}
function Explanation({ code, message, document, pointer, widget, hint, retry }: LookProps<'Explanation'>) {
  return (
    <section aria-label="explanation">
      {[code, message, document, pointer, widget, hint].filter(Boolean).join(' | ')}
      {retry && (
        <button type="button" onClick={retry}>
          retry
        </button>
      )}
    </section>
  );
}
function Loading() {
  return <p>loading</p>;
}
function Overlay({ shown }: LookProps<'Overlay'>) {
  return shown ? <p>overlay</p> : null;
}
/** What was said to the user through the look. */
export const said: string[] = [];
const spoken: Feedback = {
  message: (level, text) => void said.push(`${level}: ${text}`),
  notification: (level, _title, text) => void said.push(`${level}: ${text}`),
  dialog: async ({ text }) => {
    said.push(`dialog: ${text}`);
    return true;
  },
};
function Provider({ children, onFeedback }: LookProps<'Provider'>) {
  useEffect(() => onFeedback(spoken), [onFeedback]);
  return children;
}

const load = (definition: ReturnType<typeof defineWidget>) => async () => ({ default: definition });
export function makeRegistry(more: Registry['widgets'] = {}): Registry {
  return {
    shapes,
    widgets: {
      label: load(Label),
      press: load(Press),
      box: load(Box),
      bomb: load(Bomb),
      panel: load(Panel),
      form: load(FormWidget),
      input: load(Input),
      ...more,
    },
    look: { FieldDecorator, Explanation, Loading, Overlay, Provider },
  };
}

export const manifest: Manifest = {
  revision: '1',
  app: {
    version: 1,
    name: 'Targus',
    apps: [],
    languages: [
      { code: 'en', label: 'English' },
      { code: 'zh-Hans', label: '简体中文' },
    ],
    defaultLanguage: 'en',
    fallbackLanguage: 'en',
    themes: ['theme-tw'],
    defaultTheme: 'theme-tw',
    routes: { root: '/', login: '/login', home: '/home', external: '/external-link', userHome: '/user/home' },
    pages: { notFound: 'not-found', noPermission: 'no-permission', broken: 'broken' },
    mainLayout: 'main',
    bareLayout: 'bare',
    calls: {},
  },
  menus: [],
  pages: {},
  layouts: {},
  themes: { 'theme-tw': { version: 1, code: 'theme-tw', label: 'TW', tone: 'light', tokens: {}, surfaces: {} } },
  locales: { en: 'e', 'zh-Hans': 's', 'zh-Hant': 't' },
};

export function makeState(): AppState {
  const menu = compileMenu([], { document: 'menus', mainLayout: 'main', externalRoute: '/external-link' });
  return observable.shallow<AppState>({
    ready: true,
    session: { login: true, menuStyle: '2', applications: [], authProperties: { configs: [] }, delegate: null, userConfig: {} },
    user: { name: 'Ann' },
    config: {},
    language: 'en',
    theme: 'theme-tw',
    tone: 'light',
    variant: {},
    menu,
    permissions: new Set(['sys:dict:edit']),
    manifest,
  });
}

/** An engine on a fake client: `call` answers every call. */
export function makeEngine(
  call: (id: string, args?: { with?: Record<string, unknown>; body?: unknown; signal?: AbortSignal }) => unknown = () => undefined,
  registry: Registry = makeRegistry(),
) {
  const state = makeState();
  const translate: Translate = Object.assign(
    (key: string, values?: Record<string, unknown>) =>
      `${state.language === 'en' ? '' : `${state.language}:`}${key}${values?.label ? ` ${values.label}` : ''}`,
    {
      localized: (value: unknown) =>
        typeof value === 'string' ? value : String((value as Record<string, string> | undefined)?.[state.language] ?? ''),
    },
  );
  const client = { call: vi.fn(async (id: string, args?: object) => call(id, args)), register: vi.fn() };
  const feedback = { message: vi.fn(), notification: vi.fn(), dialog: vi.fn(async () => true) };
  const session = {
    start: vi.fn(async () => undefined),
    end: vi.fn(async () => undefined),
    setLanguage: vi.fn(async () => undefined),
    setTheme: vi.fn(),
    refreshSession: vi.fn(async () => undefined),
    refreshMenus: vi.fn(async () => undefined),
  };
  const host = {
    functions: { t: (key: unknown) => translate(String(key)), can: (permission: unknown) => state.permissions.has(String(permission)) },
  };
  const engine = {
    app: state,
    client,
    registry,
    translate,
    feedback,
    session,
    dictionaries: new DictionaryStore(
      async (types) => client.call('dictionary.type', { with: { type: types.join(',') } }),
      translate,
      () => state.language,
    ),
    navigate: vi.fn(),
    leave: new LeaveGuard(),
    onForget: () => () => undefined,
    host,
    root: { names: { user: { name: 'Ann' } }, host } satisfies Scope,
  } satisfies Engine;
  return engine;
}

export function makeBundle(page: Partial<PageDocument> & Record<string, unknown>, rules: Record<string, RuleDocument> = {}): Bundle {
  return {
    document: 'pages/test',
    page: { version: 1, title: 'test.title', body: [], ...page } as PageDocument,
    forms: {},
    tables: {},
    rules,
    calls: contractsOf(JSON.stringify(page)),
    dictionaries: [],
  };
}
function contractsOf(text: string): Bundle['calls'] {
  const ids = new Set([...text.matchAll(/"(?:call|download|upload)":"([^"]+)"/g)].map((match) => match[1] ?? ''));
  return Object.fromEntries(
    [...ids].map((id) => [
      id,
      {
        id,
        method: 'GET',
        path: `/api/${id}`,
        access: 'session',
        auth: 'bearer',
        bodyType: 'json',
        envelope: 'standard',
        overlay: true,
        headers: {},
      },
    ]),
  );
}

export function makeRoute(values: Partial<RouteState> = {}): RouteState {
  return observable.shallow<RouteState>({
    path: '/test',
    query: {},
    params: {},
    title: '',
    menu: undefined,
    navigation: {},
    problem: undefined,
    ...values,
  });
}

/** Shows a page and waits until its code is loaded. */
export async function showPage(
  engine: Engine,
  page: Parameters<typeof makeBundle>[0],
  options: { route?: RouteState; rules?: Record<string, RuleDocument>; wrap?: (page: ReactNode) => ReactNode } = {},
) {
  const bundle = makeBundle(page, options.rules);
  const view = <PageView bundle={bundle} route={options.route ?? makeRoute()} scope={engine.root} />;
  const result = render(<EngineProvider engine={engine}>{options.wrap ? options.wrap(view) : view}</EngineProvider>);
  await settle();
  return result;
}

export async function settle(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
}
