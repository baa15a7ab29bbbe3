import type { LabelValue } from '../../database/values.ts';

export interface MenuNames {
  name: string;
  nameHans: string | null;
  nameHant: string | null;
  nameEn: string | null;
}

/** The names of a menu row as one label (MENU-09). */
export function menuLabel(row: MenuNames): LabelValue {
  return [
    { l: 'zh-Hans', t: row.nameHans || row.name, d: true },
    ...(row.nameHant ? [{ l: 'zh-Hant' as const, t: row.nameHant }] : []),
    { l: 'en', t: row.nameEn || row.name },
  ];
}
