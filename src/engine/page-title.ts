import { resolveOption } from './options.ts';
import type { PageModel } from './page-model.ts';
import type { PageTitle } from './types.ts';

/** What people see a page called: what an expression of it says, or else what the menu or the page is called. */
export function shownTitle(own: PageTitle | undefined, listed: string): string {
  return (own?.isComputed && own.text) || listed || (own?.text ?? '');
}

/** What the document of a page says it is called now. */
export function titleOf({ plan, scope, engine }: PageModel): PageTitle {
  const isComputed = plan.title.kind === 'text' && 'evaluate' in plan.title.value;
  const context = { translate: engine.translate, run: async () => ({ status: 'ignored' as const }) };
  try {
    return { text: String(resolveOption(plan.title, scope, context, new Map()) ?? ''), isComputed };
  } catch (error) {
    console.error(`${plan.document}#/title:`, error);
    return { text: '', isComputed };
  }
}
