import type { FastifyReply } from 'fastify';
import { detectLanguage } from '../src/core/index.ts';
import type { Language } from '../src/core/types.ts';
import type { Services } from './contracts.ts';

/**
 * The language a reader asks for (Accept-Language).
 * @throws Error when a call words an answer with it that its contract does not say is `localized`: clients would go on showing it in another language.
 */
export function languageOf({ reply, services }: { reply: FastifyReply; services: Services }): Language {
  const { call, reads, localized } = reply.request.routeOptions.config;
  if (reads && !localized)
    throw new Error(`${call} words its answer in the language of the reader: its contract must say that it is localized`);
  const wanted = reply.request.headers['accept-language'] ?? '';
  const browser = wanted.split(',').map((part) => part.split(';', 1)[0]?.trim() ?? '');
  return detectLanguage({ browser, app: services.documents.app() });
}
