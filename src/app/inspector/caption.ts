import type { PlanField, PlanOption } from '../../core/types.ts';
import type { Engine } from '../../engine/index.ts';
import { resolveOption } from '../../engine/options.ts';
import type { LiveNode } from './tree.ts';

const longest = 40;

/** What people read on a node: its text, title or label in the language of the window; '' when it has none or it cannot be computed. */
export function captionOf(engine: Engine, { node, scope }: LiveNode): string {
  const { text, title, label = (node as PlanField).label } = node.options;
  return wordsOf(engine, text ?? title ?? label, scope);
}

/** The words of a text option. */
export function wordsOf(engine: Engine, option: PlanOption | undefined, scope: LiveNode['scope']): string {
  if (!option || !['text', 'lazyText', 'dynamic', 'constant'].includes(option.kind)) return '';
  try {
    const context = { translate: engine.translate, run: async () => ({ status: 'ignored' as const }) };
    const value = resolveOption(option.kind === 'lazyText' ? { ...option, kind: 'text' } : option, scope, context, new Map());
    const words = String(value ?? '').trim();
    return words.length > longest ? `${words.slice(0, longest)}…` : words;
  } catch {
    // The explanation of the node tells the failure; the list only loses the words.
    return '';
  }
}
