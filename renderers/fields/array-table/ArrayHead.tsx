import { useTranslate } from '../../../src/engine/index.ts';
import type { Column } from './CellEditor.tsx';

interface ArrayHeadProps {
  columns: readonly Column[];
  numbered: boolean;
  /** Whether there is a column of tools. */
  tools: boolean;
  /** Names of the columns every row must have. */
  always: ReadonlySet<string>;
}

/** Heads of the columns. */
export function ArrayHead({ columns, numbered, tools, always }: ArrayHeadProps) {
  const t = useTranslate();
  return (
    <thead>
      <tr>
        {numbered ? (
          <th scope="col" className="tg-array-table-number">
            {t('field.rowNumber')}
          </th>
        ) : null}
        {columns.map((column) => (
          <th key={column.name} scope="col" style={column.width === undefined ? undefined : { width: column.width }}>
            {column.title}
            {always.has(column.name) ? (
              <span className="tg-array-table-required" aria-hidden="true">
                {' *'}
              </span>
            ) : null}
          </th>
        ))}
        {tools ? (
          <th scope="col" className="tg-array-table-tools">
            <span className="tg-hidden">{t('field.rowActions')}</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}
