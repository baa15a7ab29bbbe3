import type { CSSProperties } from 'react';
import { Nodes, type Translate, useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { DescriptionsOptions } from '../../../src/generated/options.ts';
import { DictionaryTag } from '../../shared/TagLabel.tsx';
import { valueText } from '../../shared/value-text.ts';
import { wholeDays } from '../../shared/whole-days.ts';
import './descriptions.css';

/** Labels and values in columns, as a description list. */
export function Descriptions({ options, scope }: WidgetProps<DescriptionsOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, items, columns = 2, look = 'plain', layout = 'horizontal' } = options;
  const words = {
    language,
    yes: t('layout.yes'),
    no: t('layout.no'),
    separator: t('layout.listSeparator'),
    localized: (value: unknown) => t.localized(value as Parameters<Translate['localized']>[0]),
  };
  return (
    <div className="tg-descriptions" data-look={look} data-layout={layout}>
      {title ? <h3 className="tg-descriptions-title">{title}</h3> : null}
      <dl className="tg-descriptions-list" style={{ '--tg-columns': columns } as CSSProperties}>
        {filled(
          items.filter((item) => item.visible !== false),
          columns,
        ).map(({ item, span }) => (
          <div key={item.label} className="tg-descriptions-pair" style={span > 1 ? ({ '--tg-span': span } as CSSProperties) : undefined}>
            <dt>{item.label}</dt>
            <dd>
              {item.body?.length ? (
                <Nodes nodes={item.body} scope={scope} />
              ) : item.dictionary ? (
                <DictionaryTag type={item.dictionary} value={item.value} />
              ) : (
                wholeDays(valueText(item.value, item.format ?? 'text', item.digits, words) || '–')
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

type Item = DescriptionsOptions['items'][number];

/** Items with the columns they take: the last one of a line takes what is left of it. */
function filled(items: readonly Item[], columns: number): { item: Item; span: number }[] {
  const placed: { item: Item; span: number }[] = [];
  let left = columns;
  const fillUp = () => {
    const last = placed.at(-1);
    if (last && left < columns) last.span += left;
    left = columns;
  };
  for (const item of items) {
    const span = Math.min(item.span ?? 1, columns);
    if (span > left) fillUp();
    placed.push({ item, span });
    left -= span;
    if (left === 0) left = columns;
  }
  fillUp();
  return placed;
}
