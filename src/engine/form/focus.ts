const FOCUSABLE = 'input,select,textarea,button,[tabindex]';

/** Focuses the first of these controls in the order of the page, or what can take the focus inside it; false when none is in sight. */
function focusFirst(ids: readonly string[]): boolean {
  const elements = ids.flatMap((id) => document.getElementById(id) ?? []).filter((element) => !element.closest('[hidden]'));
  elements.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const [first] = elements;
  if (!first) return false;
  const target = first.matches(FOCUSABLE) ? first : first.querySelector<HTMLElement>(FOCUSABLE);
  (target ?? first).focus();
  return true;
}

export interface FieldHolder {
  paths: ReadonlySet<string>;
  reveal: () => void;
}

/** Layouts within layouts open one after the other to show an error, each in a drawing of its own (milliseconds). */
const MOST_REVEALS = 16;
const REVEAL_PAUSE = 30;

/** Layouts that keep fields of a form out of sight at times, and what brings a wrong field back. */
export class FieldSight {
  private readonly holders = new Set<FieldHolder>();

  add(holder: FieldHolder): () => void {
    this.holders.add(holder);
    return () => this.holders.delete(holder);
  }

  /** Focuses the first of these controls; when none is in sight, the layouts around the field `path` show it. */
  focus(ids: readonly string[], path: string | undefined): void {
    if (focusFirst(ids)) return;
    // Outer layouts first: what they draw brings the inner ones.
    let rounds = 0;
    const reveal = (): void => {
      for (const holder of this.holders) if (path !== undefined && holder.paths.has(path)) holder.reveal();
      setTimeout(() => {
        rounds += 1;
        if (!focusFirst(ids) && rounds < MOST_REVEALS) reveal();
      }, REVEAL_PAUSE);
    };
    reveal();
  }
}
