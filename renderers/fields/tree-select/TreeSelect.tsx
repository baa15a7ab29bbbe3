import { TreeSelect as Tree } from 'antd';
import { useMemo } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { TreeSelectOptions } from '../../../src/generated/options.ts';
import { ChoicesNote } from '../../shared/controls/ChoicesNote.tsx';
import { useChoices } from '../../shared/controls/useChoices.ts';
import { Library } from '../../shared/theme/Library.tsx';
import { toBranches, valueInTree } from './branches.ts';
import '../../shared/controls/control.css';

/** One or more entries of a tree. Only the visible part of the tree is drawn. */
export function TreeSelect(props: FieldProps<unknown, TreeSelectOptions>) {
  const { options } = props;
  const t = useTranslate();
  const source = useChoices(options);
  const leavesOnly = options.leavesOnly === true;
  const branches = useMemo(() => toBranches(source.choices, leavesOnly), [source.choices, leavesOnly]);
  const isEmpty = props.value === undefined || props.value === null || props.value === '';
  const value = options.multiple
    ? (Array.isArray(props.value) ? props.value : []).map((one) => valueInTree(source.choices, one))
    : isEmpty
      ? undefined
      : valueInTree(source.choices, props.value);
  return (
    <>
      <Library>
        <Tree
          id={props.id}
          multiple={options.multiple === true}
          value={value}
          onChange={(next: unknown) => {
            if (!props.readOnly) props.onChange(next);
          }}
          onBlur={props.onBlur}
          treeData={branches}
          treeNodeFilterProp="title"
          // A tree that was closed when its entries arrived would stay closed: the key makes it start anew.
          key={branches.length > 0 ? 'filled' : 'empty'}
          treeDefaultExpandAll={options.expandAll === true}
          disabled={props.disabled}
          open={props.readOnly ? false : undefined}
          allowClear={options.clearable !== false && !props.readOnly}
          removeIcon={props.readOnly ? null : undefined}
          showSearch={options.search !== false && !props.readOnly}
          loading={source.loading}
          status={props.invalid ? 'error' : undefined}
          placeholder={options.placeholder ?? t('field.choose')}
          notFoundContent={<ChoicesNote source={source} id={props.id} />}
          maxTagCount="responsive"
          popupMatchSelectWidth={false}
          style={{ width: '100%', minHeight: 36 }}
          aria-label={props.label}
          aria-required={props.required || undefined}
          aria-invalid={props.invalid || undefined}
          aria-describedby={props.describedBy}
          aria-readonly={props.readOnly || undefined}
        />
      </Library>
      {source.error ? <ChoicesNote source={source} id={`${props.id}-note`} /> : null}
    </>
  );
}
