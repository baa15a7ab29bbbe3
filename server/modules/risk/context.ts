import type { FastifyReply } from 'fastify';
import { localizedText } from '../../../src/core/index.ts';
import type { Principal, Services } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import type { Origin } from '../audit/record.ts';

/** What the work of this module needs of a request. */
export interface Context extends Origin {
  db: Database;
  services: Services;
  user: Principal | undefined;
  reply: FastifyReply;
}

export { languageOf };

export type Say = (label: LabelValue) => string;

/** Who reads: language and time zone. */
export interface Reader {
  say: Say;
  timeZone: string;
}

export function readerOf(context: Pick<Context, 'reply' | 'services'>): Reader {
  return { say: speaker(context), timeZone: context.services.settings.timeZone };
}

/** Texts of templates in the language of the reader: `say(row.name)`. */
export function speaker(context: Pick<Context, 'reply' | 'services'>): Say {
  const language = languageOf(context);
  return (label) => localizedText(label, language);
}

/**
 * The calendar day of a text such as `2026-03-31` or `2026-03-31 00:00:00` (spec: only the day counts).
 * @throws ApiError PARAMETER_ERROR when there is no such day.
 */
export function dayOf(text: string, field: string): string {
  const day = text.slice(0, 10);
  const moment = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) throw wrong(field, 'is no calendar day');
  return day;
}

export function wrong(field: string, message: string): ApiError {
  return new ApiError('PARAMETER_ERROR', { details: [{ field, message }] });
}

/** Ids joined by commas. @throws ApiError PARAMETER_ERROR */
export function idList(text: string | undefined, field: string): number[] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  if (given.some((part) => !/^\d{1,15}$/.test(part))) throw wrong(field, 'must be ids joined by commas');
  return [...new Set(given.map(Number))];
}
