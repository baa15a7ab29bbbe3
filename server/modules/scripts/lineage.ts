import { filledLineage } from '../data-runs/filled-table.ts';
import { keyOf, type LineageKind, type Maker, numbersOf, tableKey } from '../lineage/kinds.ts';
import { namesOf } from './scripts.ts';

/** Tables that scripts fill. What a script does with columns is in its code and not known. */
export const scriptLineage: LineageKind = filledLineage('script', {
  from: 'script_output',
  runs: 'script',
  async described(db, reader, tableIds) {
    const outputs = await db.selectFrom('script_output').select(['table_id', 'script_id']).where('table_id', 'in', tableIds).execute();
    const names = await namesOf(
      db,
      reader,
      outputs.map((output) => output.script_id),
    );
    return new Map(
      outputs.map((output) => {
        const name = names.get(output.script_id);
        return [output.table_id, name === undefined ? {} : { name, target: String(output.script_id) }];
      }),
    );
  },
});

/** Scripts that are tried on a table. */
export const trialLineage: LineageKind = {
  async find(db, reader, { reads, own }) {
    const inputs = numbersOf(reads, 'table');
    const ids = numbersOf(own, 'script-trial');
    const rows = await db
      .selectFrom('script')
      .select(['id', 'input_id as inputId'])
      .where((where) => where.or([where('input_id', 'in', [0, ...inputs]), where('id', 'in', [0, ...ids])]))
      .orderBy('name')
      .orderBy('id')
      .execute();
    const names = await namesOf(
      db,
      reader,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, inputId }): Maker => {
      const name = names.get(id);
      return {
        ...{ key: keyOf('script-trial', id), name: name ?? null, target: name === undefined ? null : String(id) },
        ...{ isSeen: name !== undefined, isPrivate: true, keeps: false, run: null },
        inputs: inputId === null ? [] : [tableKey(inputId)],
        outputs: [],
      };
    });
  },
};
