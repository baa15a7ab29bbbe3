import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A way to the database at `url` that can be cut, or go silent, in the middle of a statement. */
export interface Wire {
  url: string;
  /** Ends all connections. */
  break(): void;
  /** Nothing comes through any more, and nothing ends; connections that are made later are as any. */
  silence(): void;
  close(): Promise<void>;
}

export async function openWire(url: string): Promise<Wire> {
  const address = new URL(url);
  const database = join(address.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  address.searchParams.delete('host');
  const pairs = new Set<{ client: Socket; server: Socket }>();
  const proxy = createServer((client) => {
    const server = createConnection(database);
    const pair = { client, server };
    pairs.add(pair);
    for (const end of [client, server]) end.on('error', () => undefined).on('close', () => pairs.delete(pair));
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const { port } = proxy.address() as AddressInfo;
  address.hostname = '127.0.0.1';
  address.port = String(port);
  const cut = () => {
    for (const { client } of pairs) client.destroy();
  };
  return {
    url: address.toString(),
    break: cut,
    silence: () => {
      for (const { client, server } of pairs) {
        client.unpipe().resume();
        server.unpipe().resume();
      }
    },
    close: async () => {
      for (const { client, server } of pairs) for (const end of [client, server]) end.destroy();
      await new Promise((done) => proxy.close(done));
    },
  };
}
