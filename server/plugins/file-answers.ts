import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '../contracts.ts';

/**
 * Nothing in a file that is shown may run, nor may another site frame it. A PDF runs nothing of this site in any browser, and what browsers make
 * its viewer of (a plug-in, a frame, styles of their own) differs: it is only kept out of foreign frames.
 */
export const shownPolicy = (type: string) =>
  `${type === 'application/pdf' ? '' : "default-src 'none'; "}frame-ancestors 'self'; base-uri 'none'; form-action 'none'`;

/** A file, as one to save unless it says that it is to be shown; a part of it where it was asked for (206). */
export function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply.header('content-disposition', `${file.shown ? 'inline' : 'attachment'}; ${nameParameters(file.name)}`).type(file.type);
  if (file.shown) reply.header('content-security-policy', shownPolicy(file.type));
  if (file.size !== undefined) {
    const { start, end } = file.part ?? { start: 0, end: file.size - 1 };
    reply.header('content-length', end - start + 1).header('accept-ranges', 'bytes');
    if (file.part) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`);
  }
  return reply.send(file.content);
}

/** The name in plain letters for old clients, and as it is (RFC 6266, RFC 8187): no quote or line end of it gets out of its place. */
function nameParameters(name: string): string {
  const encoded = encodeURIComponent(name.replaceAll(/\p{Cs}/gu, '_')).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${name.replaceAll(/[^\w.() -]/g, '_')}"; filename*=UTF-8''${encoded}`;
}

/**
 * The part of a file a request asks for with the header Range: one, in bytes. Nothing where it asks for the whole, for several parts, or in a
 * way that means nothing: the whole is the answer then.
 */
export function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end ? { start, end } : undefined;
}
