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
