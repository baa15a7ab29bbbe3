import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const fixedHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), payment=(), usb=()',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
};

// An answer of the API is never a page; if a browser is made to show one, nothing in it may run.
const apiPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The policy of every page: scripts from this server only, styles of this server or carrying the nonce of this answer, forms to this server and
 * `formTarget`, the origin of the document editor.
 */
export function pagePolicy(nonce: string, formTarget?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    // What was recorded in this window is listened to before it is sent.
    "media-src 'self' blob:",
    "frame-src 'self' http: https:",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    ["form-action 'self'", ...(formTarget === undefined ? [] : [formTarget])].join(' '),
    'report-uri /api/csp-report',
  ].join('; ');
}

export function newNonce(): string {
  return randomBytes(18).toString('base64');
}

/** Headers of an answer that is no page. */
export function securityHeaders(): Record<string, string> {
  return { ...fixedHeaders, 'content-security-policy': apiPolicy };
}

/** Headers every answer carries. Pages set their own policy before this runs. */
export function registerSecurityHeaders(app: FastifyInstance, options: { production: boolean }): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.headers(fixedHeaders);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', apiPolicy);
    if (options.production && request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    done();
  });
}
