import { didYouMean, parseComponent } from '../../../src/core/index.ts';
import type { Documents } from '../../documents.ts';

/** What a component string names, and what is wrong with it. */
export interface ComponentCheck {
  layouts: string[];
  page: string | null;
  problem: { code: 'COMPONENT_SYNTAX' | 'UNKNOWN_LAYOUT' | 'UNKNOWN_PAGE'; name: string; hint: string | null } | null;
}

/** Reads a component string against the layouts and pages that exist now (ROUTE-11). */
export function checkComponent(text: string, documents: Documents): ComponentCheck {
  const parsed = parseComponent(text, documents.app().mainLayout);
  if ('problem' in parsed) return { layouts: [], page: null, problem: { code: 'COMPONENT_SYNTAX', name: parsed.problem, hint: null } };
  const unknown = (code: 'UNKNOWN_LAYOUT' | 'UNKNOWN_PAGE', name: string, known: readonly string[]): ComponentCheck => ({
    ...parsed,
    problem: { code, name, hint: didYouMean(name, known) ?? null },
  });
  const layouts = documents.ids('layout');
  const pages = documents.ids('page');
  const layout = parsed.layouts.find((id) => !layouts.includes(id));
  if (layout !== undefined) return unknown('UNKNOWN_LAYOUT', layout, layouts);
  if (!pages.includes(parsed.page)) return unknown('UNKNOWN_PAGE', parsed.page, pages);
  return { ...parsed, problem: null };
}
