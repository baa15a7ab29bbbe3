import { connect, type Database } from '../../server/database/connection.ts';

/** Lends `work` a connection to the database at `url`. */
export async function withConnection(url: string, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = connect(url, { size: 2, onError: () => undefined });
  try {
    await work(db);
  } finally {
    await db.destroy();
  }
}
