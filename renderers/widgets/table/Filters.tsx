import { useMemo } from 'react';
import { fieldsWithin } from '../../../src/core/index.ts';
import type { PlanField, PlanNode, Scope } from '../../../src/core/types.ts';
import { Fields, FormHost, useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import type { Row } from './model.ts';

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

/** The filters of a table: a form of its own whose values count when search or Enter is pressed. */
export function Filters(props: FiltersProps) {
  const t = useTranslate();
  const { node, fields } = props;
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
          <div className="tg-table-filter-fields">
            <Fields fields={fields} scope={scope} />
          </div>
          <div className="tg-table-filter-buttons">
            <PlainButton
              icon="undo"
              text={t('table.reset')}
              onClick={() => {
                const empty = Object.fromEntries(fieldsWithin(fields).map(({ name }) => [name, props.first[name]]));
                for (const [name, value] of Object.entries(empty)) form.write(name, value);
                props.onSearch(empty);
              }}
            />
            <PlainButton look="primary" icon="search" text={t('table.search')} busy={props.busy} onClick={() => void form.submit()} />
          </div>
        </>
      )}
    </FormHost>
  );
}
