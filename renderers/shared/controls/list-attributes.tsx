import type { FieldProps, Translate } from '../../../src/engine/index.ts';
import { ChoicesNote } from './ChoicesNote.tsx';
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
    popupMatchSelectWidth: false,
    style: { width: '100%', minHeight: 36 },
    'aria-label': props.label,
    'aria-required': props.required || undefined,
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
    'aria-readonly': props.readOnly || undefined,
  };
}
