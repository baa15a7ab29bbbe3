import type { FastifyInstance } from 'fastify';
import { addressKey } from '../address-key.ts';
import type { RateLimits } from './rate-limits.ts';

/** What browsers refused because of the content security policy, as far as this process has heard. */
export interface CspReports {
  count: number;
}

const fields = ['document-uri', 'violated-directive', 'effective-directive', 'blocked-uri', 'source-file', 'line-number', 'column-number'];

/** POST /api/csp-report: logs what a browser refused. Public, so it is limited per address and keeps only known, short values. */
export function registerCspReports(app: FastifyInstance, rateLimits: RateLimits): CspReports {
  const reports: CspReports = { count: 0 };
  app.register(async (scope) => {
    const parser = { parseAs: 'string' as const, bodyLimit: 16_384 };
    scope.addContentTypeParser(['application/csp-report', 'application/reports+json'], parser, (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)));
      } catch (error) {
        done(Object.assign(error instanceof Error ? error : new Error(String(error)), { statusCode: 400 }), undefined);
      }
    });
    scope.post('/api/csp-report', async (request, reply) => {
      await rateLimits.take(`csp-report:${addressKey(request.ip)}`, 60, 60);
      reports.count += 1;
      request.log.warn({ report: shorten(request.body) }, 'content security policy violated');
      return reply.code(204).send();
    });
  });
  return reports;
}

function shorten(body: unknown): Record<string, string> {
  const outer = typeof body === 'object' && body !== null ? body : {};
  const report = 'csp-report' in outer && typeof outer['csp-report'] === 'object' ? outer['csp-report'] : outer;
  const entries = Object.entries(report ?? {}).filter(([name]) => fields.includes(name));
  // Addresses without their query, which may hold a token.
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      String(value)
        .replace(/[?#].*$/s, '')
        .slice(0, 200),
    ]),
  );
}
