import type { WordedContext } from '../../context.ts';
import { languageOf } from '../../language.ts';

/** Texts of schemas/locales/<language>/screening in the language of the reader. */
export function wordOf(context: WordedContext): (key: string, values?: Readonly<Record<string, string | number>>) => string {
  const language = languageOf(context);
  return (key, values = {}) => {
    const text = context.services.documents.text(language, `screening.${key}`) ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''));
  };
}
