import { filledLineage } from '../data-runs/filled-table.ts';
import { type LineageKind, tableKey, type Way } from '../lineage/kinds.ts';
import type { OutputSettings } from './tables.ts';

/** Tables that rule sets judge: the columns that stay, and the score, decision and rules hit, which come from what the fields of the set were matched with. */
export const ruleLineage: LineageKind = filledLineage('rule', {
  from: 'rule_output',
  runs: 'rule',

  async described(db, _reader, tableIds) {
    const rows = await db
      .selectFrom('rule_output')
      .innerJoin('rule_set', 'rule_set.id', 'rule_output.rule_set_id')
      .select(['rule_output.table_id as tableId', 'rule_set.id', 'rule_set.name'])
      .where('rule_output.table_id', 'in', tableIds)
      .execute();
    return new Map(rows.map(({ tableId, id, name }) => [tableId, { name, target: String(id) }]));
  },

  async ways(db, tables) {
    const rows = await db
      .selectFrom('rule_output')
      .select(['table_id', 'settings', 'filled'])
      .where('table_id', 'in', [...tables.keys()])
      .execute();
    return new Map(
      rows.map((row) => [
        row.table_id,
        waysOf({ ...row.settings, names: row.filled ?? row.settings.names }, tables.get(row.table_id)?.inputId ?? 0, row.table_id),
      ]),
    );
  },
});

function waysOf(
  { columns, matches, names }: Pick<OutputSettings, 'columns' | 'matches' | 'names'>,
  inputId: number,
  outputId: number,
): Way[] {
  const way = (from: string, to: string): Way => ({
    from: { key: tableKey(inputId), column: from },
    to: { key: tableKey(outputId), column: to },
  });
  const matched = [...new Set(Object.values(matches).filter((column) => column !== null))];
  const judged = [names.score, names.judging, names.rules].flatMap((name) => matched.map((column) => way(column, name)));
  return [...columns.map((column) => way(column, column)), ...judged];
}
