import { resolveOption } from './options.ts';
import type { PageModel } from './page-model.ts';
import type { PageTitle } from './types.ts';

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
