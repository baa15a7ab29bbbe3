import { useMemo } from 'react';
import type { FieldProps, Translate } from '../../../src/engine/index.ts';
import { ChoicesNote } from './ChoicesNote.tsx';
import { type Choice, withBelow } from './choices.ts';
import type { useChoices } from './useChoices.ts';
import './library-controls.css';

interface ListOptions {
  clearable?: boolean;
  placeholder?: string;
}

/** What a list and a tree of choices give the component library alike. */
export function listAttributes(props: FieldProps<unknown, ListOptions>, source: ReturnType<typeof useChoices>, t: Translate) {
  const { options } = props;
  return {
    id: props.id,
    onBlur: props.onBlur,
    className: props.readOnly ? 'tg-read-only' : undefined,
    disabled: props.disabled,
    open: props.readOnly ? false : undefined,
    allowClear: options.clearable !== false && !props.readOnly,
    removeIcon: props.readOnly ? null : undefined,
    status: props.invalid ? ('error' as const) : undefined,
    placeholder: options.placeholder ?? t('field.choose'),
    loading: source.loading,
    notFoundContent: <ChoicesNote source={source} id={props.id} />,
    maxTagCount: 'responsive' as const,
    style: { width: '100%', minHeight: 36 },
    'aria-label': props.label,
    'aria-required': props.required || undefined,
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
    'aria-readonly': props.readOnly || undefined,
  };
}

/** Longer lists draw only the entries in sight. The component library does so only where the width does not follow what is drawn. */
const DRAWN_WHOLE = 100;

/** The room the open list takes: as wide as its widest entry. Of a long list that is reckoned from the letters. */
export function useListRoom(choices: readonly Choice[]) {
  return useMemo(() => {
    if (choices.flatMap(withBelow).length <= DRAWN_WHOLE) return { popupMatchSelectWidth: false };
    const minWidth = `min(${Math.ceil(widest(choices))}em + 64px, 90vw)`;
    return { popupMatchSelectWidth: true, styles: { popup: { root: { minWidth } } } };
  }, [choices]);
}

/** How wide the widest label is with its indentation, in font sizes. */
function widest(choices: readonly Choice[]): number {
  return choices.reduce((most, { label, children = [] }) => {
    const own = [...label].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 1 : 0.6), 0);
    return Math.max(most, own, children.length === 0 ? 0 : 2 + widest(children));
  }, 0);
}
