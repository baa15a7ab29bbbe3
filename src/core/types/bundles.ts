import type { QuestionnaireDocument } from '../matrix/document.ts';
import type { StatementDocument } from '../statement/document.ts';
import type { Access, Language } from './basics.ts';
import type {
  AppDocument,
  CallContract,
  FormDocument,
  MenuRow,
  PageDocument,
  RuleDocument,
  TableDocument,
  ThemeDocument,
} from './documents.ts';

/** What is served to a browser: one file a page, and the list of them. */

/**
 * One page or layout with everything it refers to, served as one immutable file: /schemas/<kind>s/<id>.<hash>.json.
 */
export interface Bundle {
  /** pages/system/dictionary or layouts/main */
  document: string;
  page: PageDocument;
  forms: Record<string, FormDocument>;
  tables: Record<string, TableDocument>;
  rules: Record<string, RuleDocument>;
  /** Absent when the page shows none. */
  questionnaires?: Record<string, QuestionnaireDocument>;
  statements?: Record<string, StatementDocument>;
  calls: Record<string, CallContract>;
  /** Dictionary types the page reads, to load in one call. */
  dictionaries: string[];
  /** Widgets that can stand on it at first: their code is loaded while the page cannot be drawn yet. */
  widgets?: string[];
}

/** /schemas/manifest.json: what exists and under which hash. */
export interface Manifest {
  /** Hash of everything: changes when any document changes. */
  revision: string;
  app: AppDocument;
  /** Contracts of the calls the application itself makes (`calls` of the app document); pages bring their own. */
  calls?: Record<string, CallContract>;
  /** Menu rows of documents with use=application. */
  menus: MenuRow[];
  /** Which document each of these rows stands in: as many of them one after the other. */
  menuDocuments?: { id: string; rows: number }[];
  pages: Record<string, { hash: string; access: Access; whileActing?: 'refused' }>;
  /** `within`: the layout it always stands in. */
  layouts: Record<string, { hash: string; within?: string }>;
  themes: Record<string, ThemeDocument>;
  /** Hash of the texts of each language: /schemas/locales/<language>.<hash>.json holds { key: text }. */
  locales: Record<Language, string>;
}
