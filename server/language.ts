import type { FastifyReply } from 'fastify';
import { detectLanguage } from '../src/core/index.ts';
import type { AppDocument, Language } from '../src/core/types.ts';
import type { Services } from './contracts.ts';

/** The language a reader asks for (Accept-Language). */
export function languageOf({ reply, services }: { reply: FastifyReply; services: Services }): Language {
  const wanted = reply.request.headers['accept-language'] ?? '';
  const browser = wanted.split(',').map((part) => part.split(';', 1)[0]?.trim() ?? '');
  const app = services.documents.get('app', 'targus') as AppDocument | undefined;
  return app ? detectLanguage({ browser, app }) : 'zh-Hans';
}
