import { didYouMean, parseComponent } from '../../../src/core/index.ts';
import type { Manifest } from '../../../src/core/types.ts';

/** One part of a component string and whether it exists. */
export interface ComponentPart {
  kind: 'layout' | 'page';
  id: string;
  isKnown: boolean;
  /** Not written: a page without a layout stands in the main layout. */
  isImplied: boolean;
  /** `did you mean "main"?` */
  hint?: string;
}
export type Reading = { parts: ComponentPart[]; problem?: string };

type Known = Pick<Manifest, 'app' | 'layouts' | 'pages'>;

/** What a component string names in this application (ROUTE-11). */
export function readComponent(text: string, manifest: Known): Reading {
  const parsed = parseComponent(text, manifest.app.mainLayout);
  if ('problem' in parsed) return { parts: [], problem: parsed.problem };
  const part = (kind: 'layout' | 'page', id: string): ComponentPart => {
    const known = kind === 'layout' ? manifest.layouts : manifest.pages;
    const isKnown = Object.hasOwn(known, id);
    const hint = isKnown ? undefined : didYouMean(id, Object.keys(known));
    return { kind, id, isKnown, isImplied: kind === 'layout' && !text.includes('#'), ...(hint === undefined ? {} : { hint }) };
  };
  return { parts: [...parsed.layouts.map((id) => part('layout', id)), part('page', parsed.page)] };
}

/** Ways to go on from what is typed: every layout and page after the last #. */
export function suggestions(text: string, manifest: Known): string[] {
  const before = text.slice(0, text.lastIndexOf('#') + 1);
  const layouts = Object.keys(manifest.layouts).map((id) => `${before}${id}#`);
  return [...Object.keys(manifest.pages).map((id) => `${before}${id}`), ...layouts].sort();
}
