import { readFileSync, writeFileSync } from 'node:fs';
import { compileRecognisers, type RecogniserDocument } from '../../../../src/core/recognise/index.ts';
import { readRows } from '../../models/work/csv.ts';

export interface ReadRowsJob {
  kind: 'readRows';
  /** Files of rows: number, text, key. */
  files: { from: string; to: string }[];
  recognisers: { id: string; document: RecogniserDocument }[];
}

/** Recognises what stands in the texts of rows. Beside the number and key of the row stand kind, value, what was found, and whether it passed its check. */
export function recogniseRows({ files, recognisers }: ReadRowsJob): { rows: number } {
  const read = compileRecognisers(recognisers);
  let count = 0;
  for (const { from, to } of files) {
    const [numbers, texts, keys] = readRows(readFileSync(from), [
      { name: 'row', analysis: 'id' },
      { name: 'text', analysis: 'text' },
      { name: 'key', analysis: 'id' },
    ]).map((column) => ('texts' in column ? column.texts : []));
    const lines = (texts ?? []).flatMap((text, row) =>
      text === null
        ? []
        : read(text).places.map(({ kind, value, text: found, passed }) =>
            [numbers?.[row] ?? null, keys?.[row] ?? null, kind, value, found, passed === null ? null : String(passed)].map(cell).join(','),
          ),
    );
    writeFileSync(to, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    count += lines.length;
  }
  return { rows: count };
}

function cell(value: string | null): string {
  return value === null ? '' : `"${value.replaceAll('"', '""')}"`;
}
