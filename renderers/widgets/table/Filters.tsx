import { useId, useMemo, useState } from 'react';
import { fieldsWithin } from '../../../src/core/index.ts';
import type { PlanField, PlanNode, Scope } from '../../../src/core/types.ts';
import { Fields, FormHost, useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { useMedia } from '../../shared/useMedia.ts';
import { activeFilters, type Row } from './model.ts';
import { FOLDED } from './useShared.ts';

interface FiltersProps {
  node: PlanNode;
  scope: Scope;
  fields: PlanField[];
  columns: number;
  initial: Row;
  /** Values of the start, which reset goes back to. */
  first: Row;
  busy: boolean;
  onSearch: (values: Row) => void;
}

/** As many as stand above the rows of a narrow window without a question. */
const UNFOLDED = 2;

/**
 * The filters of a table: a form of its own whose values count when search or Enter is pressed. A narrow window shows the first of many, and the rest on
 * demand or once one of them counts.
 */
export function Filters(props: FiltersProps) {
  const t = useTranslate();
  const { node, fields } = props;
  const id = useId();
  const isFoldable = useMedia(FOLDED) && fields.length > UNFOLDED;
  const [isOpen, setOpen] = useState(() => fieldsWithin(fields.slice(1)).some(({ name }) => name in activeFilters(props.initial)));
  // A node of its own without a name: the table's name is the table's.
  const own = useMemo<PlanNode>(() => ({ ...node, key: `${node.key}/filters`, name: undefined, options: {} }), [node]);
  return (
    <FormHost
      node={own}
      scope={props.scope}
      fields={fields}
      initial={props.initial}
      columns={props.columns}
      className="tg-table-filters"
      label={t('table.filters')}
      onSubmit={async (locals) => {
        props.onSearch((locals?.value ?? {}) as Row);
        return { status: 'done' };
      }}
    >
      {({ scope, form }) => (
        <>
          <div id={id} className="tg-table-filter-fields" data-folded={(isFoldable && !isOpen) || undefined}>
            <Fields fields={fields} scope={scope} />
          </div>
          <div className="tg-table-filter-buttons">
            {isFoldable ? (
              <PlainButton
                look="link"
                icon={isOpen ? 'up' : 'down'}
                text={t(isOpen ? 'table.fewerFilters' : 'table.moreFilters')}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
              />
            ) : null}
            <PlainButton look="primary" icon="search" text={t('table.search')} busy={props.busy} onClick={() => void form.submit()} />
            <PlainButton
              icon="undo"
              text={t('table.reset')}
              onClick={() => {
                const empty = Object.fromEntries(fieldsWithin(fields).map(({ name }) => [name, props.first[name]]));
                for (const [name, value] of Object.entries(empty)) form.write(name, value);
                props.onSearch(empty);
              }}
            />
          </div>
        </>
      )}
    </FormHost>
  );
}
