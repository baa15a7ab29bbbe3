import { createServer, type Socket } from 'node:net';

export interface SmtpServer {
  url: string;
  /** Envelope recipients and source text of every mail it took. */
  taken: { to: string[]; source: string }[];
  /** From now on every mail is refused with 451, or taken. */
  refuse(yes: boolean): void;
  /** What it does once a mail with this in its text has come: it says nothing, hangs up, or goes on about it without an end. */
  stumble(over: string, how: Stumbling['how']): void;
  close(): Promise<void>;
}

/** A mail server on a free port of this machine: enough of SMTP for a client without TLS. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const taken: SmtpServer['taken'] = [];
  const sockets = new Set<Socket>();
  let refusing = false;
  let stumbling: Stumbling | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, { taken, isRefusing: () => refusing, stumbling: () => stumbling });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refuse(yes) {
      refusing = yes;
    },
    stumble(over, how) {
      stumbling = { over, how };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Stumbling {
  over: string;
  how: 'silent' | 'hangsUp' | 'drips';
}

interface Conversation {
  taken: SmtpServer['taken'];
  isRefusing: () => boolean;
  stumbling: () => Stumbling | undefined;
}

function converse(socket: Socket, { taken, isRefusing, stumbling }: Conversation): void {
  let pending = '';
  let to: string[] = [];
  let source: string[] | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answer = (line: string): void => {
    if (source) {
      const { over, how } = stumbling() ?? {};
      const stumbles = over !== undefined && source.some((one) => one.includes(over));
      if (stumbles && how === 'hangsUp') {
        socket.destroy();
        return;
      }
      if (line !== '.') {
        source.push(line);
        return;
      }
      taken.push({ to, source: source.join('\n') });
      source = undefined;
      to = [];
      if (how === 'drips' && stumbles) {
        const dripping = setInterval(() => say('250-wait'), 50);
        socket.on('close', () => clearInterval(dripping));
      } else if (!stumbles) say('250 taken');
    } else if (/^EHLO/i.test(line)) say('250 test');
    else if (/^RCPT TO/i.test(line)) {
      if (isRefusing()) say('451 not now');
      else {
        to.push(/<(.*)>/.exec(line)?.[1] ?? '');
        say('250 yes');
      }
    } else if (/^DATA/i.test(line)) {
      source = [];
      say('354 go on');
    } else if (/^QUIT/i.test(line)) {
      say('221 bye');
      socket.end();
    } else say('250 yes');
  };
  socket.on('data', (chunk) => {
    pending += chunk.toString('utf8');
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      answer(line);
    }
  });
  say('220 test');
}
