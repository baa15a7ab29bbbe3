import { localizedText } from '../../src/core/index.ts';
import { type LabelValue, labelOf } from '../database/values.ts';
import type { Documents } from '../documents.ts';

/** A name with words beside it, in every language: `key` is a text with `{{name}}` in it. */
export function markedName(documents: Pick<Documents, 'text'>, key: string, name: LabelValue): LabelValue {
  const said = (language: 'en' | 'zh-Hans' | 'zh-Hant') =>
    (documents.text(language, key) ?? '{{name}}').replace('{{name}}', () => localizedText(name, language));
  return labelOf({ en: said('en'), 'zh-Hans': said('zh-Hans'), 'zh-Hant': said('zh-Hant') });
}
