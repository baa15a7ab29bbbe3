import { grownParents, grownRows } from '../core/index.ts';
import type { CompiledMenu, MenuSource } from '../core/menu.ts';
import type { GrownMenu } from '../core/types.ts';
import type { Client } from '../engine/types.ts';

interface Parts {
  grown: readonly GrownMenu[];
  call: Client['call'];
  /** Their rows are others than before. */
  changed: () => void;
}

/**
 * Entries of the navigation that calls list (`grownMenus` of the app document): menus of a person -> the calls whose parents are in them -> rows. Asked anew
 * with every load of the menus; until the answers come, and where a call fails, the rows of before stay.
 */
export class GrownMenus {
  private readonly rows = new Map<GrownMenu, MenuSource>();
  private person: string | undefined;
  private round = 0;

  constructor(private readonly parts: Parts) {}

  /** What is known now, to be compiled behind the rows of the user. */
  get sources(): MenuSource[] {
    return [...this.rows.values()];
  }

  /** What was listed for somebody else is gone at once, and so is what was asked for them and not answered yet. */
  belongTo(person: string | undefined): void {
    if (person === this.person) return;
    this.person = person;
    this.round += 1;
    this.rows.clear();
  }

  /** Asks for the entries below those of `menu`, which has none of them. `person`: whose menus they are; nobody's without. */
  async load(menu: CompiledMenu, person: string | undefined): Promise<void> {
    this.belongTo(person);
    this.round += 1;
    const { round } = this;
    if (person === undefined) return;
    const answers = await Promise.all(this.parts.grown.map(async (grown) => [grown, await this.ask(grown, menu)] as const));
    if (round !== this.round) return;
    const before = JSON.stringify(this.sources);
    for (const [grown, source] of answers) if (source) this.rows.set(grown, source);
    if (JSON.stringify(this.sources) !== before) this.parts.changed();
  }

  /** Nothing when the call failed. */
  private async ask(grown: GrownMenu, menu: CompiledMenu): Promise<MenuSource | undefined> {
    const document = `call ${grown.call}`;
    const parents = grownParents(menu, grown);
    if (parents.length === 0) return { document, rows: [] };
    try {
      const { call, body } = grown;
      const answer = await this.parts.call(call, { quiet: true, ...(grown.with && { with: grown.with }), ...(body && { body }) });
      return { document, rows: parents.flatMap((parent) => grownRows(grown, parent, answer)) };
    } catch (error) {
      console.warn(`Entries of the menu could not be loaded (${grown.call}):`, error);
      return undefined;
    }
  }
}
