import { type AddressInfo, createServer, type Socket } from 'node:net';

/** What every scanner finds by agreement, in no form that one of this machine would find here. */
export const harmful = ['EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!'].join('-');

export interface VirusScanner {
  /** As the setting names it. */
  address: string;
  /** Sizes of the streams it looked into. */
  looked: number[];
  /** What it answers instead of looking, for as long as it is set; `hang up`: nothing. */
  says: string | undefined;
  close(): Promise<void>;
}

/** A daemon that speaks the protocol of clamd and finds what is harmful by agreement. */
export async function startVirusScanner(): Promise<VirusScanner> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      if (scanner.says === 'hang up') return void socket.destroy();
      if (scanner.says !== undefined) return void socket.end(`${scanner.says}\0`);
      const stream = streamIn(received);
      if (!stream) return;
      scanner.looked.push(stream.length);
      socket.end(stream.includes(harmful) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const scanner: VirusScanner = {
    address: `clamd://127.0.0.1:${(server.address() as AddressInfo).port}`,
    looked: [],
    says: undefined,
    close: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy();
        server.close(() => done());
      }),
  };
  return scanner;
}

const command = 'zINSTREAM\0';

/** The bytes of the stream, once its end is here. */
function streamIn(received: Buffer): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
