import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** A message of PostgreSQL: its letter, then its length, then what it says. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const welcome = Buffer.concat([Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), ready]);

/** Cuts what arrives into whole messages. `first`: the message a client begins with, which has no letter. */
function messages(socket: Socket, hear: (message: Buffer) => void, first?: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  let isFirst = first !== undefined;
  socket.on('data', (data: Buffer) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const letter = isFirst ? 0 : 1;
      if (rest.length < letter + 4) return;
      const length = letter + rest.readUInt32BE(letter);
      if (rest.length < length) return;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      if (isFirst) first?.(message);
      else hear(message);
      isFirst = false;
    }
  });
}

/**
 * A pooler that lends a session of the database for a transaction, or for a statement outside of one, and each time the one that was lent longest
 * ago; a new one where all are lent. Only for databases that ask for no password.
 */
export async function startPooler(url: string): Promise<{ url: string; close(): Promise<void> }> {
  const address = new URL(url);
  const database = join(address.searchParams.get('host') ?? '', '.s.PGSQL.5432');
  address.searchParams.delete('host');
  const free: Session[] = [];
  const sockets = new Set<Socket>();

  interface Session {
    send(message: Buffer): void;
    answers: ((message: Buffer) => void) | undefined;
  }
  const open = (startup: Buffer): Session => {
    const socket = createConnection(database);
    sockets.add(socket.on('error', () => undefined));
    socket.write(startup);
    const session: Session = { send: (message) => void socket.write(message), answers: undefined };
    let isReady = false;
    messages(socket, (message) => {
      if (isReady) session.answers?.(message);
      else isReady = message[0] === 0x5a;
    });
    return session;
  };

  const server = createServer((client) => {
    sockets.add(client.on('error', () => undefined));
    let startup = Buffer.alloc(0);
    let lent: Session | undefined;
    messages(
      client,
      (message) => {
        if (message[0] === 0x58) return;
        if (!lent) {
          // More than are needed, so that the next statement comes to another one.
          const session = free.length > 2 ? free.shift() : undefined;
          lent = session ?? open(startup);
          const mine = lent;
          mine.answers = (answer) => {
            client.write(answer);
            if (!answer.equals(ready)) return;
            lent = undefined;
            free.push(mine);
          };
        }
        lent.send(message);
      },
      (message) => {
        startup = Buffer.from(message);
        client.write(welcome);
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.toString(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
