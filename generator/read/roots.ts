import type { NavigationItem } from '../../src/core/menu/types.ts';
import type { AppDocument, Problem } from '../../src/core/types.ts';

/** What an answer of the start-up holds: of the call in this role (`calls` of the app document), all of it or a member. */
interface Answered {
  role: 'stats' | 'config';
  member?: string;
}

/** What a part holds itself, in each of its entries where it is a list: parts of its own, or those of another name. */
export interface Held {
  parts?: Readonly<Record<string, string>>;
  like?: string;
  holds?: Readonly<Record<string, Held>>;
  isList?: true;
}

/** A name the dialect itself gives every page, and what it holds. The checks and docs/reference/names.md say the same of it. */
export interface Root {
  is: string;
  /** What it holds whatever a back end answers. */
  parts?: Readonly<Record<string, string>>;
  /** Of these parts, those that hold something whose parts are known, too. */
  holds?: Readonly<Record<string, Held>>;
  /** Of these parts, those that are what a call answers. */
  answered?: Readonly<Record<string, Answered>>;
  /** It is what a call answers itself: another back end may give more than the contract says. */
  answer?: Answered;
  /** It is one of these texts, or of the codes of the languages. */
  oneOf?: readonly string[] | 'languages';
  /** Parts by what the project names, such as the design sizes of the app document, and what each holds. */
  named?: Readonly<Record<string, { word: 'designs'; parts: Readonly<Record<string, string>> }>>;
}

const appParts: Record<keyof AppDocument, string> = {
  version: 'Version of the dialect.',
  name: 'What the application is called.',
  apps: 'Applications that are served beside this one.',
  embedding: 'What frames of other applications may do.',
  grownMenus: 'Entries of the navigation that calls list.',
  languages: 'Languages people can choose.',
  languageAliases: 'Other codes of these languages.',
  defaultLanguage: 'Language of who has chosen none.',
  fallbackLanguage: 'Language of texts another one lacks.',
  themes: 'Themes people can choose.',
  defaultTheme: 'Theme of who has chosen none.',
  defaultMenuStyle: '1 left menu, 2 top menu.',
  routes: 'Paths with a meaning.',
  pages: 'Pages with a meaning, such as notFound.',
  mainLayout: 'Layout around pages whose menu row names none.',
  bareLayout: 'Layout around pages that stand before all others.',
  calls: 'Calls of the start-up by role.',
  variants: 'Logo variants by code.',
  designs: 'Design sizes by name.',
};

/** What parts of the app document hold that pages have to do with. */
const appHolds = {
  languages: {
    parts: { code: 'Its code, such as zh-Hans.', label: 'What it is called in itself.' } satisfies Record<
      keyof AppDocument['languages'][number],
      string
    >,
    isList: true,
  },
  routes: {
    parts: {
      root: 'Where the address without a path leads.',
      login: 'Where people sign in.',
      home: 'Where who signed in arrives.',
      external: 'Where entries of the menu stand that lead elsewhere.',
      userHome: 'What people chose as their first page.',
    } satisfies Record<keyof AppDocument['routes'], string>,
  },
} as const;

const variantParts: Record<keyof NonNullable<AppDocument['variants']>[string], string> = {
  watermark: 'Whether the name of the person stands behind every page.',
  captchaType: 'gif or png.',
  hideSettings: 'Settings that are not offered: language, theme, training, avatar.',
};

const menuParts: Record<keyof NavigationItem | 'title', string> = {
  menuId: 'Its id.',
  parentId: 'The id of the entry around.',
  title: 'What it is called in the language of the window.',
  name: 'What it is called where the others below are missing.',
  nameHans: 'Its name in simplified Chinese.',
  nameHant: 'Its name in traditional Chinese.',
  nameEn: 'Its name in English.',
  url: 'Its path, or its address when it leads elsewhere.',
  href: 'Where a click leads; empty for a directory.',
  external: 'Whether it leads elsewhere.',
  icon: 'Its icon.',
  visible: '0 left and top menu, 1 workspace submenu.',
  meta: 'What its row says besides.',
  type: 'Type of its row.',
  children: 'The entries below.',
};

const problemParts: Record<keyof Problem, string> = {
  code: 'Its code ([problems.md](problems.md)).',
  severity: 'error or warning.',
  message: 'What is wrong, in English.',
  hint: 'What to do.',
  document: 'The document it stands in.',
  pointer: 'Where it stands there.',
};

/** What is wrong with which field. */
const detailParts = { field: 'The field it is about.', message: 'What is wrong.' };
const entries: Held = { like: 'menu', isList: true };
const details: Held = { parts: detailParts, isList: true };

const stats = (member: string): Answered => ({ role: 'stats', member });

/** What a data source tells of itself, as `status.<name>`. */
const statusParts = {
  loading: 'Whether it is asked for.',
  error: 'Why there is none.',
  out: 'Whether the failure says nothing about what was asked.',
  outdated: 'Whether what is shown answers the parameters of before.',
  stale: 'Whether what is shown could not be read anew.',
  readAt: 'When what is shown was answered, in milliseconds since 1970.',
};

/** What `onError` reads as `error`. */
const failureParts = {
  code: 'Code of the failure ([errors.md](../errors.md)).',
  status: 'HTTP status of the answer, if there was one.',
  call: 'The call that failed.',
  message: 'What to tell people, in their language.',
  details: 'What is wrong with which field.',
  data: 'What came with it, such as the record as it is now.',
  settled: 'Whether people were told already.',
};

/** Every name of the dialect, from the inside out as scopes are read. */
export const roots: Readonly<Record<string, Root>> = {
  row: { is: 'Row of a table or list, where the place offers one.' },
  index: { is: 'Its number, from 0.' },
  item: { is: 'Entry of a list, below `each`.' },
  value: { is: 'What was chosen or typed, in `onChange`.' },
  event: { is: 'What came with an event, in the action of a layout that `emit` starts.' },
  result: { is: 'Answer of the last call of an action, or of the call it stands beside.' },
  error: { is: 'The failure, in `onError`.', parts: failureParts, holds: { details } },
  form: { is: 'The form around: what it exposes stands with the widget `form`.' },
  data: { is: 'Answers of the data sources of the page, by name.' },
  status: {
    is: 'What data sources tell of themselves, by name; each holds these.',
    parts: statusParts,
    holds: { error: { parts: { code: failureParts.code, message: failureParts.message, details: failureParts.details } } },
  },
  state: { is: 'Changeable values the page declares, by name.' },
  values: { is: 'Computed values the page declares, by name.' },
  query: { is: 'Parameters of the address the page declares, by name.' },
  params: { is: 'Parts of the path the page declares, by name.' },
  page: {
    is: 'The page on show.',
    parts: {
      title: 'Of the menu, or of the page where no menu leads to it.',
      path: 'Its path.',
      address: 'Its path with the query, to come back to.',
      hash: 'What the address says behind its path and query, with the #; empty when there is nothing.',
      framed: 'Whether it stands in a frame of another application.',
      asked: 'What the window was opened for before somebody signed in, until another page is opened; null otherwise.',
    },
    holds: { asked: { parts: { address: 'Its path with the query.', title: 'What it is called; empty where nothing tells.' } } },
  },
  menu: { is: 'The menu entry that leads to the page; a page no entry leads to has none.', parts: menuParts, holds: { children: entries } },
  session: {
    is: 'The sign-in.',
    parts: {
      login: 'Whether somebody is signed in.',
      ip: 'Address the person comes from.',
      menuStyle: '1 left menu, 2 top menu.',
      applications: 'Applications the person may use.',
      authProperties: 'Ways to sign in.',
      delegate: 'For whom the person acts; null otherwise.',
      viewing: 'The role that is viewed; null otherwise.',
      userConfig: 'Settings of the person.',
    },
    answered: {
      applications: stats('applications'),
      authProperties: stats('authProperties'),
      delegate: stats('delegate'),
      viewing: stats('viewing'),
      userConfig: stats('userConfig'),
    },
  },
  user: { is: 'Who is signed in; null before.', answer: stats('principal') },
  config: { is: 'Settings of the site.', answer: { role: 'config' } },
  variant: { is: 'What the logo variant of the site decides.', parts: variantParts },
  app: {
    is: 'The app document.',
    parts: appParts,
    holds: appHolds,
    named: { designs: { word: 'designs', parts: { width: 'In pixels.', height: 'In pixels.' } } },
  },
  navigation: {
    is: 'The menus, for layouts.',
    parts: {
      left: 'Entries of the left menu.',
      top: 'Entries of the top menu.',
      tabs: 'Entries of the submenu of the place.',
      activeKeys: 'Ids of the entries on the way to the page.',
      openPath: 'Those of them that are open.',
    },
    holds: { left: entries, top: entries, tabs: entries },
  },
  language: { is: 'Language of the window.', oneOf: 'languages' },
  theme: { is: 'Code of the theme of the window.' },
  tone: { is: 'Whether that theme is dark or light.', oneOf: ['dark', 'light'] },
  problem: { is: 'Why a page that explains something is shown.', parts: problemParts },
};
