import type { useTranslate } from '../../src/engine/index.ts';

type Translate = ReturnType<typeof useTranslate>;

/** What is told of a paste, what else there is to tell of it, and how much of the block found no place. */
export function toldWith(t: Translate, told: string, cut: { rows: number; columns: number }, ...more: (string | false)[]): string {
  const parts = [
    ...more,
    cut.rows > 0 && t('common.cutRows', { count: cut.rows }),
    cut.columns > 0 && t('common.cutColumns', { count: cut.columns }),
  ];
  return parts.reduce<string>((text, part) => (part ? t('common.toldToo', { text, more: part }) : text), told);
}

/** Whether pasted text is a block of cells. One cell ends with a line break, which is none; a line break or tab before it is an empty cell. */
export function isBlock(text: string): boolean {
  return text.includes('\t') || /[\r\n]/.test(text.trimEnd());
}
