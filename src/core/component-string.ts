/** Most parts of a component string. */
export const MAX_COMPONENT_PARTS = 8;

const DOCUMENT_ID = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/;

export type ParsedComponent = { layouts: string[]; page: string } | { problem: string };

/**
 * `layoutA#layoutB#page`: layouts from the outermost inwards, then the page (ROUTE-11). Without `#` the page stands in the main layout.
 * White space around parts is ignored. Returns what is wrong instead of throwing.
 */
export function parseComponent(text: string, mainLayout: string): ParsedComponent {
  const parts = text.split('#').map((part) => part.trim());
  if (parts.length > MAX_COMPONENT_PARTS) return { problem: `${parts.length} parts, at most ${MAX_COMPONENT_PARTS} are allowed` };
  for (const [index, part] of parts.entries()) {
    if (part === '') return { problem: parts.length === 1 ? 'the component is empty' : `part ${index + 1} of ${parts.length} is empty` };
    if (!DOCUMENT_ID.test(part)) return { problem: `"${part.slice(0, 60)}" is no document id (lower-case words, "-" and "/")` };
  }
  const page = parts.at(-1) ?? '';
  return { layouts: parts.length === 1 ? [mainLayout] : parts.slice(0, -1), page };
}

/**
 * Layouts of a component string -> layouts to show, outermost first: each stands in the one its document names in `within`, unless that one
 * is around it already. A `within` that leads nowhere or in a circle ends there.
 */
export function layoutChain(layouts: readonly string[], known: Readonly<Record<string, { within?: string }>>): string[] {
  const chain: string[] = [];
  for (const layout of layouts) {
    const around = [layout];
    for (let outer = withinOf(layout, known); outer !== undefined; outer = withinOf(outer, known)) {
      if (around.includes(outer) || chain.includes(outer)) break;
      around.unshift(outer);
    }
    chain.push(...around);
  }
  return chain;
}

function withinOf(layout: string, known: Readonly<Record<string, { within?: string }>>): string | undefined {
  const within = Object.hasOwn(known, layout) ? known[layout]?.within : undefined;
  return typeof within === 'string' && Object.hasOwn(known, within) ? within : undefined;
}
