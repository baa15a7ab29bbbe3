import { buffer, text } from 'node:stream/consumers';
import exceljs from 'exceljs';
import { fromBufferPromise } from 'yauzl';
import { ZipFile } from 'yazl';

export type Value = string | number | Date | null;

/** Rows of every sheet of a workbook by its name, as a spreadsheet reads them; empty cells are null. Fails for formulas. */
export async function readSheets(file: Buffer): Promise<Record<string, Value[][]>> {
  const book = new exceljs.Workbook();
  // The types of the library know an older Buffer.
  await book.xlsx.load(file as never);
  return Object.fromEntries(
    book.worksheets.map((sheet) => {
      const rows: Value[][] = [];
      sheet.eachRow({ includeEmpty: true }, (row) => {
        const values = Array.from({ length: row.cellCount }, (_, index) => row.getCell(index + 1).value);
        rows.push(values.map(plain));
      });
      return [sheet.name, rows];
    }),
  );
}

function plain(value: unknown): Value {
  if (value === null || typeof value === 'string' || typeof value === 'number' || value instanceof Date) return value;
  throw new Error(`A cell is no plain value but ${JSON.stringify(value)}`);
}

/** Files of a ZIP archive by name. */
export async function unzip(archive: Buffer): Promise<Record<string, string>> {
  const file = await fromBufferPromise(archive, { lazyEntries: true });
  const files: Record<string, string> = {};
  for await (const entry of file.eachEntry()) files[entry.fileName] = await text(await file.openReadStreamPromise(entry));
  return files;
}

/** A ZIP archive of files by name. */
export async function zip(files: Record<string, string>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return await buffer(archive.outputStream);
}
