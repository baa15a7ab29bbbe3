import { compileMenus, mergeSources } from '../core/index.ts';
import type { CompiledMenu, MenuSource } from '../core/menu.ts';
import type { Manifest } from '../core/types.ts';
import type { Client } from '../engine/types.ts';
import type { Documents } from './documents.ts';
import { GrownMenus } from './grown-menus.ts';

interface Parts {
  manifest: Manifest;
  documents: Pick<Documents, 'has'>;
  call: Client['call'];
  /** Entries that calls list have come. */
  changed: (menu: CompiledMenu) => void;
}

/** Menus of the product, of the user and of calls -> routes, navigation and permissions. */
export class Menus {
  private readonly grown: GrownMenus;
  private rows: MenuSource | undefined;
  /** Problems of the menu on show. */
  private known: ReadonlySet<string> = new Set();

  constructor(private readonly parts: Parts) {
    this.grown = new GrownMenus({
      grown: parts.manifest.app.grownMenus ?? [],
      call: parts.call,
      changed: () => parts.changed(this.told(this.compile(this.grown.sources))),
    });
  }

  /** The menu with these rows of the user; the entries that calls list follow. `person`: whose rows they are; nobody's without. */
  take(rows: MenuSource | undefined, person: string | undefined): CompiledMenu {
    this.rows = rows;
    const menu = this.compile();
    void this.grown.load(menu, person);
    const kept = this.grown.sources;
    return this.told(kept.length > 0 ? this.compile(kept) : menu);
  }

  private compile(more: readonly MenuSource[] = []): CompiledMenu {
    const { manifest, documents } = this.parts;
    const { app, menus } = manifest;
    return compileMenus([...mergeSources({ document: 'menus', rows: menus }, this.rows), ...more], {
      mainLayout: app.mainLayout,
      externalRoute: app.routes.external,
      hasPage: (id) => documents.has('page', id),
      hasLayout: (id) => documents.has('layout', id),
    });
  }

  /** Problems of the rows, for whoever operates the server: each once while it lasts. */
  private told(menu: CompiledMenu): CompiledMenu {
    const lines = menu.problems.map(({ document, pointer, code, message, hint }) => {
      return `${document}#${pointer} ${code}: ${message}${hint ? ` (${hint})` : ''}`;
    });
    for (const line of lines) if (!this.known.has(line)) console.warn(line);
    this.known = new Set(lines);
    return menu;
  }
}
