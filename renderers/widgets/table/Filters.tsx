import { useId, useMemo } from 'react';
import { fieldsWithin } from '../../../src/core/index.ts';
import type { PlanField, PlanNode, Scope } from '../../../src/core/types.ts';
import { Fields, FormHost, type FormModel, observer, useReveal, useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import type { Row } from './model.ts';
import { useFold } from './useFold.ts';

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

/**
 * The filters of a table: a form of its own whose values count when search or Enter is pressed. One row of them stands above the rows, the rest on
 * demand, or once one of them counts.
 */
export function Filters(props: FiltersProps) {
  const t = useTranslate();
  const { node } = props;
  // A node of its own without a name: the table's name is the table's.
  const own = useMemo<PlanNode>(() => ({ ...node, key: `${node.key}/filters`, name: undefined, options: {} }), [node]);
  return (
    <FormHost
      node={own}
      scope={props.scope}
      fields={props.fields}
      initial={props.initial}
      columns={props.columns}
      className="tg-table-filters"
      label={t('table.filters')}
      onSubmit={async (locals) => {
        props.onSearch((locals?.value ?? {}) as Row);
        return { status: 'done' };
      }}
    >
      {({ scope, form }) => <Within {...props} scope={scope} form={form} />}
    </FormHost>
  );
}

/** What is within that form. `form`: its values are written and sent. */
const Within = observer(function Within({ node, scope, form, fields, first, busy, onSearch }: FiltersProps & { form: FormModel }) {
  const t = useTranslate();
  const id = useId();
  const values = Object.fromEntries(fieldsWithin(fields).map(({ name }) => [name, form.value(name)]));
  const { shown, folded, used, isOpen, open, choose } = useFold({
    fields,
    span: form.mode.span,
    values,
    place: `${node.document}${node.pointer}`,
  });
  // Where one of them is wrong, it is shown.
  useReveal(folded, open);
  const isMore = !isOpen && used > 0;
  return (
    <>
      <div className="tg-table-filter-fields">
        <Fields fields={shown} scope={scope} />
        {folded.length > 0 ? (
          <div id={id} className="tg-table-filter-rest" hidden={!isOpen}>
            <Fields fields={folded} scope={scope} />
          </div>
        ) : null}
      </div>
      <div className="tg-table-filter-buttons">
        {folded.length > 0 ? (
          <PlainButton
            look="link"
            icon={isOpen ? 'up' : 'down'}
            text={isMore ? t('table.moreFiltersUsed', { count: used }) : t(isOpen ? 'table.fewerFilters' : 'table.moreFilters')}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => choose(!isOpen)}
          />
        ) : null}
        <PlainButton look="primary" icon="search" text={t('table.search')} waiting={busy} onClick={() => void form.submit()} />
        <PlainButton
          icon="undo"
          text={t('table.reset')}
          onClick={() => {
            const empty = Object.fromEntries(fieldsWithin(fields).map(({ name }) => [name, first[name]]));
            for (const [name, value] of Object.entries(empty)) form.write(name, value);
            onSearch(empty);
          }}
        />
      </div>
    </>
  );
});
