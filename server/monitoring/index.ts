import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listen } from '../listening.ts';
import type { Settings } from '../settings.ts';
import type { Figures } from './figures.ts';

export type { Figures } from './figures.ts';

/** Where the figures of a server can be read. */
export interface Monitor {
  /** http://127.0.0.1:9464/metrics */
  address: string;
  close(): Promise<void>;
}

/** Starts to count, where METRICS_PORT says that somebody reads it: nothing of it is loaded otherwise. */
export async function figuresFor({ metricsPort, root }: Settings): Promise<Figures | undefined> {
  if (metricsPort === undefined) return undefined;
  const { createFigures } = await import('./figures.ts');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return createFigures(version);
}

/**
 * GET /metrics at METRICS_HOST and METRICS_PORT, and nothing else: a door of its own, which no proxy of the product leads to.
 * @throws StartError where nobody can listen there
 */
export async function startMonitor(
  figures: Figures,
  { metricsHost, metricsPort }: Settings,
  log: (error: unknown) => void,
): Promise<Monitor> {
  const server = createServer((request, response) => {
    const isAsked = request.url?.split('?', 1)[0] === '/metrics';
    if (!isAsked) return answer(response, 404, 'The figures are at /metrics\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response.setHeader('allow', 'GET, HEAD'), 405, 'GET /metrics\n');
    figures.text().then(
      ({ type, text }) => answer(response.setHeader('content-type', type), 200, text),
      (error: unknown) => {
        log(error);
        answer(response, 500, 'The figures could not be read: see the log\n');
      },
    );
  });
  const place = { host: metricsHost, port: metricsPort ?? 0 };
  await listen({ listen: async () => await once(server.listen(place), 'listening') }, place, 'METRICS_');
  return { address: addressOf(server), close: () => end(server) };
}

function answer(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(text);
}

function addressOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/metrics`;
}

async function end(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
