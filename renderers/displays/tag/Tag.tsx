import type { WidgetProps } from '../../../src/engine/index.ts';
import type { TagOptions } from '../../../src/generated/options.ts';
import { DictionaryTag, TagLabel } from '../../shared/TagLabel.tsx';

/** A short label with a colour, of its own or of a dictionary entry. */
export function Tag({ options }: WidgetProps<TagOptions>) {
  const { text, dictionary, value, tone, icon } = options;
  if (dictionary) return <DictionaryTag type={dictionary} value={value} tone={tone} icon={icon} />;
  return <TagLabel text={text ?? String(value ?? '')} tone={tone} icon={icon} />;
}
