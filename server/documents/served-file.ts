import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file kept in memory, compressed at most once. */
export interface ServedFile {
  content: Buffer;
  type: string;
  /** Hash of the content: the same bytes always have the same one. */
  hash: string;
  /** Its address holds its hash, so a browser may keep it for ever. */
  immutable: boolean;
  encoded: Partial<Record<'br' | 'gzip', Buffer>>;
}

export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

export function servedFile(content: string | Buffer, type: string, immutable: boolean): ServedFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { content: bytes, type, hash: hashOf(bytes), immutable, encoded: {} };
}

/** Answers with the file: from the browser's cache when it has it, else in the best encoding it takes. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: ServedFile): FastifyReply {
  const etag = `"${file.hash}"`;
  reply
    .header('etag', etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(etag)) return reply.code(304).send();
  const encoding = preferred(request.headers['accept-encoding']);
  reply.type(file.type);
  if (!encoding || file.content.length < 1024) return reply.send(file.content);
  return reply.header('content-encoding', encoding).send(encode(file, encoding));
}

function preferred(header: string | undefined): 'br' | 'gzip' | undefined {
  const accepted = (header ?? '').split(',').map((part) => part.trim().split(/\s*;\s*/));
  const takes = (name: string) => accepted.some(([coding, quality]) => coding === name && quality !== 'q=0');
  if (takes('br')) return 'br';
  return takes('gzip') ? 'gzip' : undefined;
}

function encode(file: ServedFile, encoding: 'br' | 'gzip'): Buffer {
  file.encoded[encoding] ??=
    encoding === 'br'
      ? brotliCompressSync(file.content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : gzipSync(file.content, { level: 9 });
  return file.encoded[encoding] ?? file.content;
}
