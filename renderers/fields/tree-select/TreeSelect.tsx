import { TreeSelect as Tree } from 'antd';
import { type KeyboardEvent, useMemo } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { TreeSelectOptions } from '../../../src/generated/options.ts';
import { ChoicesNote } from '../../shared/controls/ChoicesNote.tsx';
import { listAttributes, useListRoom } from '../../shared/controls/list-attributes.tsx';
import { unlisted, useChoices } from '../../shared/controls/useChoices.ts';
import { useKnownChoices } from '../../shared/controls/useKnownChoices.ts';
import { Library } from '../../shared/theme/Library.tsx';
import { toBranches, valueInTree } from './branches.ts';
import '../../shared/controls/control.css';

/** Escape closes an open list alone. Of a tree, unlike a list, the component library would close the window around it as well. */
function closeListOnly(event: KeyboardEvent): void {
  const isOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
  if (event.key === 'Escape' && isOpen) event.stopPropagation();
}

/** One or more entries of a tree. Only the visible part of the tree is drawn. */
export function TreeSelect(props: FieldProps<unknown, TreeSelectOptions>) {
  const { options } = props;
  const t = useTranslate();
  const source = useChoices(options);
  useKnownChoices(props.node, source.choices);
  const room = useListRoom(source.choices);
  const leavesOnly = options.leavesOnly === true;
  const isEmpty = props.value === undefined || props.value === null || props.value === '';
  const gone = unlisted(source, Array.isArray(props.value) ? props.value : [props.value], t);
  const listed = useMemo(() => toBranches(source.choices, leavesOnly), [source.choices, leavesOnly]);
  const branches = [...toBranches(gone, leavesOnly), ...listed];
  const value = options.multiple
    ? (Array.isArray(props.value) ? props.value : []).map((one) => valueInTree(source.choices, one))
    : isEmpty
      ? undefined
      : valueInTree(source.choices, props.value);
  return (
    <>
      <Library>
        <Tree
          {...listAttributes(props, source, t)}
          {...room}
          multiple={options.multiple === true}
          value={value}
          onChange={(next: unknown) => {
            if (!props.readOnly) props.onChange(next);
          }}
          treeData={branches}
          treeNodeFilterProp="title"
          // A tree that was closed when its entries arrived would stay closed: the key makes it start anew.
          key={branches.length > 0 ? 'filled' : 'empty'}
          treeDefaultExpandAll={options.expandAll === true}
          showSearch={options.search !== false && !props.readOnly}
          onKeyDown={closeListOnly}
        />
      </Library>
      {source.error ? <ChoicesNote source={source} id={`${props.id}-note`} /> : null}
    </>
  );
}
