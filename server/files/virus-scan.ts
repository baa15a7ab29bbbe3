import { connect } from 'node:net';

/** Looks into uploaded bytes for what harms whoever opens them (ASVS 5.0, 5.4.3). */
export interface VirusScan {
  /** What was found, by the name the scanner has for it; undefined where it found nothing. Rejects where nobody can tell: no answer, or one that is none. */
  find(content: Buffer): Promise<string | undefined>;
}

/** Where a scanner listens: a socket of this machine, or a host and a port. */
export type ScannerAddress = { path: string } | { host: string; port: number };

const usualPort = 3310;
/** Milliseconds without a sign of life after which a scanner is given up. */
const patience = 60_000;
/** Characters of an answer at most: it is one line. */
const longest = 1_000;

/** `clamd://host:3310`, or `clamd:///run/clamav/clamd.ctl` for a socket. Gives undefined for what is none. */
export function scannerAddress(value: string): ScannerAddress | undefined {
  if (!value.startsWith('clamd://') || !URL.canParse(value)) return undefined;
  const { hostname, port, pathname, username, password, search, hash } = new URL(value);
  if (`${username}${password}${search}${hash}` !== '') return undefined;
  if (hostname === '') return /^(\/[^/%]+)+$/.test(pathname) ? { path: pathname } : undefined;
  return ['', '/'].includes(pathname) ? { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usualPort) } : undefined;
}

/** ClamAV's daemon: the bytes go to it as one stream, one connection each, and it answers with one line. */
export function clamd(address: ScannerAddress): VirusScan {
  return {
    find: async (content) => readAnswer(await ask(address, content)),
  };
}

function ask(address: ScannerAddress, content: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    let answer = '';
    let failure: Error | undefined;
    socket.setEncoding('utf8');
    socket.setTimeout(patience, () => socket.destroy(new Error(`no answer within ${patience / 1_000} seconds`)));
    socket.on('data', (text: string) => {
      if (answer.length < longest) answer += text;
    });
    socket.on('error', (error) => {
      failure = error;
    });
    // It may answer and close before it has read everything, where there is too much for it: then what it says counts.
    socket.on('close', () =>
      answer === '' ? reject(failure ?? new Error('it closed the connection without an answer')) : resolve(answer),
    );
    socket.write('zINSTREAM\0');
    if (content.length > 0) {
      socket.write(lengthOf(content.length));
      socket.write(content);
    }
    socket.write(lengthOf(0));
  });
}

/** As the protocol has it before every part of a stream; a part of no bytes ends it. */
function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

function readAnswer(answer: string): string | undefined {
  const line = answer.replaceAll('\0', '').trim();
  if (/^stream: OK$/.test(line)) return undefined;
  const found = /^stream: (.+) FOUND$/.exec(line)?.[1];
  if (found === undefined) throw new Error(`it answered: ${line}`);
  return found;
}
