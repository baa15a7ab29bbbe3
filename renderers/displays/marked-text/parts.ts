/** A piece of a text: plain, or one that is marked. */
export interface TextPart {
  text: string;
  from: number;
  label?: string;
  tone?: string;
}

/** Names of the properties of a mark. */
export interface MarkFields {
  from: string;
  to: string;
  label: string;
  tone: string;
}

/** The text cut at its marks. Marks that are none, lie outside or overlap one before them are left out. */
export function partsOf(text: string, marks: readonly Readonly<Record<string, unknown>>[], fields: MarkFields): TextPart[] {
  const places = marks
    .map((mark) => ({
      from: Number(mark[fields.from]),
      to: Number(mark[fields.to]),
      label: String(mark[fields.label] ?? ''),
      tone: String(mark[fields.tone] ?? 'neutral'),
    }))
    .filter(({ from, to }) => Number.isInteger(from) && Number.isInteger(to) && from >= 0 && to > from && to <= text.length)
    .sort((one, other) => one.from - other.from);
  const parts: TextPart[] = [];
  let at = 0;
  for (const { from, to, label, tone } of places) {
    if (from < at) continue;
    if (from > at) parts.push({ text: text.slice(at, from), from: at });
    parts.push({ text: text.slice(from, to), from, label, tone });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), from: at });
  return parts;
}
