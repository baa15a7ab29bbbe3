/** JSON, texts, and where something stands and what is wrong with it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type Language = 'zh-Hans' | 'zh-Hant' | 'en';
export type LocalizedText = Partial<Record<Language, string>>;
/** Text as written in a document: a key, an expression, or one wording a language. */
export type TextSource = string | LocalizedText;

export type Access = 'public' | 'session' | { permission: string | string[] };

/** Where something stands: document `pages/system/dictionary`, JSON pointer `/body/0/columns/1`. */
export interface Place {
  document: string;
  pointer: string;
}

/** Something wrong with a document or an answer: never thrown, always collected and shown where it belongs. */
export interface Problem extends Place {
  /** Stable code, documented in docs/reference/problems.md: UNKNOWN_WIDGET, EXPRESSION_SYNTAX ... */
  code: string;
  severity: 'error' | 'warning';
  /** What is wrong, in plain English. */
  message: string;
  /** What to do: `did you mean "table"?` */
  hint?: string;
}
