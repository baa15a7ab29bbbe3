import { detectLanguage } from '../src/core/index.ts';
import type { Language } from '../src/core/types.ts';
import type { Reading } from './context.ts';

/**
 * The language a reader asks for (Accept-Language). Only for calls whose contract says that they are `localized`, that change something or
 * that give a file: clients would go on showing the answer of another one in the language of before.
 */
export function languageOf({ reply, services }: Reading): Language {
  const wanted = reply.request.headers['accept-language'] ?? '';
  const browser = wanted.split(',').map((part) => part.split(';', 1)[0]?.trim() ?? '');
  return detectLanguage({ browser, app: services.documents.app() });
}
