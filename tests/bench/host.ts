import { readFile } from 'node:fs/promises';
import * as http from 'node:http';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** A server of files on 127.0.0.1, for pages that are measured. */
export interface Host {
  /** http://127.0.0.1:<port> */
  url: string;
  close: () => Promise<void>;
}

export interface HostOptions {
  /** Folders by the path they appear under, which ends with a slash. */
  folders: Record<string, string>;
  /** Where every other path is passed on to; without it such a path is not found. */
  upstream?: string;
  /** Milliseconds every answer is held back, to make round trips visible. Read at each request. */
  delay?: () => number;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Serves folders and passes everything else on, so that a baseline and the product stand behind the same door. */
export async function startHost(options: HostOptions): Promise<Host> {
  const agent = new http.Agent({ keepAlive: true });
  const server = http.createServer((incoming, answer) => {
    const respond = () => handle(options, agent, incoming, answer);
    const delay = options.delay?.() ?? 0;
    if (delay > 0) setTimeout(respond, delay);
    else respond();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host of the benchmark pages has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function handle(options: HostOptions, agent: http.Agent, incoming: IncomingMessage, answer: ServerResponse): void {
  const path = new URL(incoming.url ?? '/', 'http://127.0.0.1').pathname;
  const prefix = Object.keys(options.folders).find((candidate) => path.startsWith(candidate));
  if (prefix !== undefined) {
    void sendFile(join(options.folders[prefix] ?? '', normalize(`/${path.slice(prefix.length)}`)), answer);
    return;
  }
  if (options.upstream) passOn(options.upstream, agent, incoming, answer);
  else answer.writeHead(404).end();
}

async function sendFile(file: string, answer: ServerResponse): Promise<void> {
  const name = extname(file) === '' ? join(file, 'index.html') : file;
  try {
    const content = await readFile(name);
    answer.writeHead(200, {
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': extname(name) === '.html' ? 'no-cache' : 'public, max-age=31536000, immutable',
      // Isolated pages get the fine clock.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    answer.end(content);
  } catch {
    answer.writeHead(404).end(`No ${name}`);
  }
}

function passOn(upstream: string, agent: http.Agent, incoming: IncomingMessage, answer: ServerResponse): void {
  const target = new URL(incoming.url ?? '/', upstream);
  const headers = { ...incoming.headers, host: target.host };
  const outgoing = request(target, { method: incoming.method, headers, agent }, (upstreamAnswer) => {
    answer.writeHead(upstreamAnswer.statusCode ?? 502, upstreamAnswer.headers);
    upstreamAnswer.pipe(answer);
  });
  outgoing.on('error', (error) => {
    if (answer.headersSent) answer.destroy(error);
    else answer.writeHead(502).end(error.message);
  });
  incoming.pipe(outgoing);
}
