import { localizedText } from '../src/core/index.ts';
import type { TextSource } from '../src/core/types.ts';
import { type LabelValue, labelOf } from './database/values.ts';
import type { Documents } from './documents.ts';

/** Something said in every language: what is kept, and read in the language of whoever reads. */
const inEach = (say: (language: 'en' | 'zh-Hans' | 'zh-Hant') => string): LabelValue =>
  labelOf({ en: say('en'), 'zh-Hans': say('zh-Hans'), 'zh-Hant': say('zh-Hant') });

/** A text of a document: its key, or its words. */
export function wordingOf(documents: Pick<Documents, 'text'>, text: TextSource): LabelValue {
  if (typeof text !== 'string') return labelOf({ ...text, en: text.en ?? '' });
  return inEach((language) => documents.text(language, text) ?? text);
}

/** A name with words beside it: `key` is a text with `{{name}}` in it. */
export function markedName(documents: Pick<Documents, 'text'>, key: string, name: LabelValue): LabelValue {
  return inEach((language) => (documents.text(language, key) ?? '{{name}}').replace('{{name}}', () => localizedText(name, language)));
}
