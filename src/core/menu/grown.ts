import { compileTemplate, createScope, ExpressionError } from '../expression/index.ts';
import { isLocalized, localizedText } from '../language.ts';
import type { GrownMenu, MenuRow } from '../types.ts';
import type { CompiledMenu, NavigationItem } from './types.ts';

/** Most entries below one; a call asks for as many at most (API-27). */
const most = 1_000;
const reads = { rows: 'result', id: 'row', text: 'row', url: 'row' } as const;

/** The entries of the menu that have children of this kind. */
export function grownParents(menu: Pick<CompiledMenu, 'byId'>, { under }: Pick<GrownMenu, 'under'>): NavigationItem[] {
  const { topType, menuCustom, name } = under;
  return [...menu.byId.values()].filter(
    (item) =>
      (topType !== undefined && item.meta.topType === topType) ||
      (menuCustom !== undefined && item.meta.menuCustom === menuCustom) ||
      (name !== undefined && [item.name, item.nameHans, item.nameHant, item.nameEn].includes(name)),
  );
}

/** Menu rows below `parent` of what the call answered. A record without id, text or url is left out; an answer that holds no list gives none. */
export function grownRows(grown: GrownMenu, parent: Pick<NavigationItem, 'menuId'>, answer: unknown): MenuRow[] {
  const list = filled(grown.rows, { result: answer });
  if (!Array.isArray(list)) return [];
  return list.slice(0, most).flatMap((record: unknown, index): MenuRow[] => {
    const [id, url] = [grown.id, grown.url].map((template) => String(filled(template, { row: record }) ?? '').trim());
    const names = namesOf(filled(grown.text, { row: record }));
    if (!id || !names.name || !url) return [];
    return [
      {
        menuId: `${parent.menuId}/${id}`,
        parentId: parent.menuId,
        type: '1',
        ...names,
        url,
        visible: '0',
        sort: 1_000_000 + index,
        ...(grown.icon !== undefined && { icon: grown.icon }),
      },
    ];
  });
}

/** A text as it is; a wording in several languages as menu rows have them (I18N-04, MENU-09). */
function namesOf(value: unknown): Pick<MenuRow, 'name' | 'nameHans' | 'nameHant' | 'nameEn'> & { name: string } {
  if (!isLocalized(value)) return { name: String(value ?? '').trim() };
  const [hans, hant, en] = (['zh-Hans', 'zh-Hant', 'en'] as const).map((language) => localizedText(value, language).trim());
  return { name: hans ?? '', nameHans: hans ?? '', nameHant: hant ?? '', nameEn: en ?? '' };
}

/** What a meta-schema cannot say: expressions that cannot be read or read what is not there. Takes one that fits its meta-schema. */
export function grownFaults(grown: GrownMenu): { pointer: string; message: string }[] {
  return Object.entries(reads).flatMap(([key, name]) => {
    const message = fault(grown[key as keyof typeof reads], name);
    return message === undefined ? [] : [{ pointer: `/${key}`, message }];
  });
}

function fault(template: string, name: string): string | undefined {
  try {
    const { findings } = compileTemplate(template);
    if (findings.hostCalls.size > 0) return 'an entry knows the answer of its call only: no texts, dictionaries, permissions or clock';
    const other = [...findings.names.keys()].find((read) => read !== name);
    return other === undefined ? undefined : `"${other}" is not known here, only "${name}"`;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

function filled(template: string, names: Record<string, unknown>): unknown {
  return compileTemplate(template).evaluate(createScope(names));
}
