import type { QuestionnaireDocument } from '../matrix/document.ts';
import type { StatementDocument } from '../statement/document.ts';
import type { CallContract, FormDocument, RuleDocument, TableDocument } from '../types.ts';

/** Where a plan finds what a page refers to: a bundle, or a whole set of documents. Lists of ids serve "did you mean". */
export interface Library {
  form(id: string): FormDocument | undefined;
  table(id: string): TableDocument | undefined;
  rule(id: string): RuleDocument | undefined;
  questionnaire?(id: string): QuestionnaireDocument | undefined;
  statement?(id: string): StatementDocument | undefined;
  call(id: string): CallContract | undefined;
  ids(kind: 'form' | 'table' | 'rule' | 'call' | 'page' | 'questionnaire' | 'statement'): readonly string[];
  /** Absent where pages cannot be known, as in a bundle. */
  hasPage?(id: string): boolean;
}

/** Everything a page was seen to refer to. */
export interface References {
  forms: Set<string>;
  tables: Set<string>;
  rules: Set<string>;
  questionnaires: Set<string>;
  statements: Set<string>;
  calls: Set<string>;
  dictionaries: Set<string>;
}

export function noReferences(): References {
  return {
    forms: new Set(),
    tables: new Set(),
    rules: new Set(),
    questionnaires: new Set(),
    statements: new Set(),
    calls: new Set(),
    dictionaries: new Set(),
  };
}
