import { useDictionary } from '../../src/engine/index.ts';
import { Icon } from './icon/Icon.tsx';
import './tag-label.css';

export interface TagLabelProps {
  text: string;
  tone?: string | undefined;
  icon?: string | undefined;
}

/** A short coloured label. */
export function TagLabel({ text, tone = 'neutral', icon }: TagLabelProps) {
  return (
    <span className="tg-tag" data-tone={tone}>
      {icon ? <Icon name={icon} size={12} /> : null}
      {text}
    </span>
  );
}

/** The label of a dictionary entry, in its colour; the value itself while (or if) the dictionary does not know it. */
export function DictionaryTag({ type, value, tone, icon }: Omit<TagLabelProps, 'text'> & { type: string; value: unknown }) {
  const { entries } = useDictionary(type);
  const text = value === undefined || value === null ? '' : String(value);
  const entry = entries?.find((candidate) => candidate.value === text);
  if (text === '') return <span className="tg-tag-none">–</span>;
  return <TagLabel text={entry?.label ?? text} tone={tone ?? entry?.tone} icon={icon} />;
}
