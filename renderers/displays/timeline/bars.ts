import { isLocalized, localizedText } from '../../../src/core/language.ts';
import type { Language } from '../../../src/core/types.ts';
import type { TimelineOptions } from '../../../src/generated/options.ts';
import { listOf } from '../../shared/list.ts';
import { dayNumber, type Span } from './days.ts';

/** An item as it is drawn. */
export interface Bar extends Span {
  key: string;
  item: Record<string, unknown>;
  label: string;
  detail: string;
  start: string;
  end: string;
  /** Per cent, 0 to 100. */
  progress: number | undefined;
  tone: string;
}

/** What is drawn of the items: those with a first and a last day, the one not after the other. */
export function barsOf(options: TimelineOptions, language: Language): Bar[] {
  const { key = 'id', tones = {} } = options;
  return listOf<Record<string, unknown>>(options.items).flatMap((item, index) => {
    const from = dayNumber(item[options.start]);
    const to = dayNumber(item[options.end]);
    if (from === undefined || to === undefined || to < from) return [];
    const tone = options.tone === undefined ? '' : String(item[options.tone] ?? '');
    return [
      {
        ...{ key: String(item[key] ?? index), item, from, to },
        label: textAt(item, options.label, language),
        detail: options.detail === undefined ? '' : textAt(item, options.detail, language),
        start: String(item[options.start]),
        end: String(item[options.end]),
        progress: options.progress === undefined ? undefined : share(item[options.progress]),
        tone: (Object.hasOwn(tones, tone) ? tones[tone] : undefined) ?? 'accent',
      },
    ];
  });
}

function share(value: unknown): number | undefined {
  const number = typeof value === 'number' ? value : Number.NaN;
  return Number.isFinite(number) ? Math.min(100, Math.max(0, number)) : undefined;
}

/** Wordings in the language of the window (I18N-04). */
function textAt(item: Record<string, unknown>, path: string, language: Language): string {
  const found = path
    .split('.')
    .reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined), item);
  if (typeof found === 'number') return String(found);
  return isLocalized(found) || typeof found === 'string' ? localizedText(found, language) : '';
}
