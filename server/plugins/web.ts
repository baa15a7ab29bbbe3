import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallContract } from '../../src/core/types.ts';
import { sendFile } from '../documents/served-file.ts';
import type { Documents } from '../documents.ts';
import { ApiError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { sendError } from './errors.ts';
import { newNonce, pagePolicy } from './security.ts';

export interface WebOptions {
  /** The built pages: dist/web. Absent while the server runs alone (development, tests of the API). */
  folder: string;
  documents: Documents;
  contracts: Record<string, CallContract>;
  /** Who the page says it is when it signs people in. */
  client: Pick<Settings, 'clientId' | 'clientSecret' | 'wopiUrl'>;
}

/** The client of the page as it is built: `targus:targus`. */
const clientPlace = 'dGFyZ3VzOnRhcmd1cw==';
const noncePlace = '__CSP_NONCE__';
// Here a missing file is a missing file: an HTML page in the place of a script only hides the mistake.
const fileFolders = /^\/(api|assets|schemas|config)(\/|$)/;

/** Answers an address with the application's page; false: it is none of those that have it. */
export type AnswerPage = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** Built files, documents, and the application's page for every other address (history mode), which the result answers, too: for those no route is asked about. */
export function registerWeb(app: FastifyInstance, { folder, documents, contracts, client }: WebOptions): AnswerPage {
  app.get('/schemas/*', async (request, reply) => {
    const file = documents.file(pathOf(request));
    if (!file) throw new ApiError('NOT_FOUND');
    return sendFile(request, reply, file);
  });
  const index = join(folder, 'index.html');
  const editor = client.wopiUrl === undefined ? undefined : new URL(client.wopiUrl).origin;
  const encoded = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
  const page = existsSync(index) ? readFileSync(index, 'utf8').replace(clientPlace, encoded) : undefined;
  if (page !== undefined) {
    app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/index.html', '**/*.br', '**/*.gz'],
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const answerPage: AnswerPage = (request, reply) => {
    const readable = request.method === 'GET' || request.method === 'HEAD';
    if (page === undefined || !readable || fileFolders.test(pathOf(request))) return false;
    sendPage(reply, page, editor);
    return true;
  };
  app.setNotFoundHandler((request, reply) => {
    if (answerPage(request, reply)) return reply;
    const methods = methodsOf(pathOf(request), contracts);
    if (methods.length === 0) return sendError(request, reply, new ApiError('NOT_FOUND'));
    return sendError(request, reply.header('allow', methods.join(', ')), new ApiError('METHOD_NOT_ALLOWED'));
  });
  return answerPage;
}

/** An HTML answer with a nonce of its own in the policy and in the page. */
export function sendPage(reply: FastifyReply, page: string, formTarget?: string): FastifyReply {
  const nonce = newNonce();
  return reply
    .code(200)
    .header('content-security-policy', pagePolicy(nonce, formTarget))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(noncePlace, nonce));
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function methodsOf(path: string, contracts: Record<string, CallContract>): string[] {
  const matching = Object.values(contracts).filter((contract) => {
    const parts = contract.path.split('/');
    const given = path.split('/');
    return parts.length === given.length && parts.every((part, position) => part.startsWith('{') || part === given[position]);
  });
  return [...new Set(matching.map((contract) => contract.method))];
}
