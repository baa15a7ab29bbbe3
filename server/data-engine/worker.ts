import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { decimalCell } from './decimal.ts';
import { fieldTypeOf, literal } from './sql.ts';
import type { Answer, Cell, Opening, Reply, Request, Statement } from './types.ts';

// A process of the engine: the only place where its native code runs.

/** Characters an answer holds at most. */
const mostCharacters = 16_000_000;

interface Opened {
  connection: DuckDBConnection;
  close: () => void;
}

/** A database in memory that reaches the files it was given and nothing else. What was set can be set no more. */
async function opened({ files, folder, memoryMb, threads }: Opening): Promise<Opened> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: String(threads),
    memory_limit: `${memoryMb}MB`,
    temp_directory: folder === undefined ? '' : `${folder}/spill`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  await connection.run(`SET allowed_paths = [${files.map(literal).join(', ')}]`);
  if (folder !== undefined) await connection.run(`SET allowed_directories = [${literal(`${folder}/`)}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  return {
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function answerOf({ connection }: Opened, { sql, parameters, most = 1_000 }: Statement): Promise<Answer> {
  const result = await connection.stream(sql, parameters === undefined ? undefined : [...parameters]);
  const types = result.columnTypes().map(String);
  const columns = result.columnNames().map((name, index) => {
    const duckType = types[index] ?? 'VARCHAR';
    return { name, type: fieldTypeOf(duckType), duckType };
  });
  const rows: Cell[][] = [];
  let characters = 0;
  let more = false;
  reading: for await (const chunk of result) {
    for (const row of chunk.getRows()) {
      if (rows.length >= most || characters > mostCharacters) {
        more = true;
        break reading;
      }
      const cells = row.map(cellOf);
      for (const cell of cells) characters += typeof cell === 'string' ? cell.length : 8;
      rows.push(cells);
    }
  }
  return { columns, rows, changed: result.rowsChanged, more };
}

function cellOf(value: DuckDBValue): Cell {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return isSafe(value) ? Number(value) : String(value);
  const text = String(value);
  if (/^-?\d+(\.\d+)?$/.test(text)) return decimalCell(text);
  return text;
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

let session: Opened | undefined;

async function answerTo(request: Request): Promise<Answer> {
  if ('open' in request) {
    session = await opened(request.open);
    return { columns: [], rows: [], changed: 0, more: false };
  }
  if ('query' in request) {
    if (!session) throw new Error('Nothing is open');
    return await answerOf(session, request.query);
  }
  const own = await opened(request.ask);
  try {
    return await answerOf(own, request.ask);
  } finally {
    own.close();
  }
}

async function serve(request: Request): Promise<Reply> {
  try {
    return { id: request.id, answer: await answerTo(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id: request.id, failed: { message: message.slice(0, 2_000), isMemory: /out of memory/i.test(message) } };
  }
}

// One after the other, whoever asks: what is asked builds on what was asked before.
let last: Promise<unknown> = Promise.resolve();
process.on('message', (request: Request) => {
  last = last.then(async () => {
    const reply = await serve(request);
    process.send?.(reply);
  });
});
// The server is gone: so is what it asked for.
process.on('disconnect', () => process.exit());
