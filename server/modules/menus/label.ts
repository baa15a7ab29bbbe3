import type { LabelValue } from '../../database/values.ts';

/** The names of a menu row as one label (MENU-09). */
export function menuLabel(row: { name: string; nameHans: string | null; nameEn: string | null }): LabelValue {
  return [
    { l: 'zh-Hans', t: row.nameHans || row.name, d: true },
    { l: 'en', t: row.nameEn || row.name },
  ];
}
