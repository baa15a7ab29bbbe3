import { compileMenus, mergeSources } from '../core/index.ts';
import type { CompiledMenu, MenuSource } from '../core/menu.ts';
import type { Manifest } from '../core/types.ts';
import type { Client } from '../engine/types.ts';
import type { Documents } from './documents.ts';
import type { GrownMenus } from './grown-menus.ts';

interface Parts {
  manifest: Manifest;
  documents: Pick<Documents, 'has'>;
  call: Client['call'];
  /** Entries that calls list have come. */
  changed: (menu: CompiledMenu) => void;
  /** Resolves when the window shows a page, and is not about to go elsewhere. */
  pageShown: () => Promise<void>;
}

/** Menus of the product, of the user and of calls -> routes, navigation and permissions. */
export class Menus {
  /** Once there are any to ask for: few applications have them, and nobody before signing in. */
  private grown: GrownMenus | undefined;
  private round = 0;
  private rows: MenuSource | undefined;
  /** Problems of the menu on show. */
  private known: ReadonlySet<string> = new Set();

  constructor(private readonly parts: Parts) {}

  /** The menu with these rows of the user; the entries that calls list follow. `person`: whose rows they are; nobody's without. */
  take(rows: MenuSource | undefined, person: string | undefined): CompiledMenu {
    this.rows = rows;
    const menu = this.compile();
    this.grown?.belongTo(person);
    void this.grow(menu, person);
    const kept = this.grown?.sources ?? [];
    return this.told(kept.length > 0 ? this.compile(kept) : menu);
  }

  private async grow(menu: CompiledMenu, person: string | undefined): Promise<void> {
    const { manifest, call, changed, pageShown } = this.parts;
    const { grownMenus = [] } = manifest.app;
    if (grownMenus.length === 0) return;
    this.round += 1;
    const { round } = this;
    if (!this.grown && person === undefined) return;
    try {
      const made =
        this.grown ??
        new (await import('./grown-menus.ts')).GrownMenus({
          grown: grownMenus,
          call,
          changed: () => changed(this.told(this.compile(made.sources))),
        });
      // Somebody who arrives to be signed out asks for nothing any more.
      await pageShown();
      if (round !== this.round) return;
      this.grown ??= made;
    } catch (error) {
      console.warn('Entries of the menu that calls list could not be loaded:', error);
      return;
    }
    await this.grown.load(menu, person);
  }

  private compile(more: readonly MenuSource[] = []): CompiledMenu {
    const { manifest, documents } = this.parts;
    const { app } = manifest;
    return compileMenus([...mergeSources(applicationMenus(manifest), this.rows), ...more], {
      mainLayout: app.mainLayout,
      externalRoute: app.routes.external,
      hasPage: (id) => documents.has('page', id),
      hasLayout: (id) => documents.has('layout', id),
    });
  }

  /** Problems of the rows, for whoever operates the server: each once while it lasts. */
  private told(menu: CompiledMenu): CompiledMenu {
    const rows = new Map(
      menu.routes.map(({ problem, menuId, title }) => [problem, `, in the row "${title.nameEn ?? title.name}" (${menuId})`]),
    );
    const lines = menu.problems.map((problem) => {
      const { document, pointer, code, message, hint } = problem;
      return `${document}#${pointer} ${code}: ${message}${rows.get(problem) ?? ''}${hint ? ` (${hint})` : ''}`;
    });
    for (const line of lines) if (!this.known.has(line)) console.warn(line);
    this.known = new Set(lines);
    return menu;
  }
}

/** The rows of the product by the document each stands in, so that a problem of one says where it is. A manifest from elsewhere need not say it. */
function applicationMenus({ menus, menuDocuments = [] }: Manifest): MenuSource[] {
  const counted = menuDocuments.reduce((sum, { rows }) => sum + rows, 0);
  if (menuDocuments.length === 0 || counted !== menus.length) return [{ document: 'menus', rows: menus }];
  let next = 0;
  return menuDocuments.map(({ id, rows }) => {
    const first = next;
    next += rows;
    return { document: `menus/${id}.menu.json`, pointer: '/items', rows: menus.slice(first, next) };
  });
}
