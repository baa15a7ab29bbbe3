import type { ReactNode } from 'react';
import { type Head, headsOf } from '../core/plan/sources.ts';
import type { PlanData, PlanOption } from '../core/types.ts';
import { fieldErrors } from './actions/failures.ts';
import type { PageModel, SourceError } from './page-model.ts';
import type { CallFailure } from './types.ts';

/** The code of a call whose record is not there. */
export const absent = 'NOT_FOUND';

/**
 * What became of a source, for `status`, with what is wrong in detail. Where the address is why the call does not take what it was asked, such as an id
 * that cannot be one, there is nothing at that address.
 */
export function failureOf({ plan, engine }: PageModel, source: PlanData, { code, message, details }: CallFailure): SourceError {
  const fields = code === 'PARAMETER_ERROR' && Array.isArray(details) ? details.map(({ field }) => String(field).split('.')[0] ?? '') : [];
  const isOfAddress = (field: string): boolean =>
    [source.with, source.body].some((part) => headsOfParameter(part, field, plan).some(isPlace));
  if (fields.length > 0 && fields.every(isOfAddress)) return { code: absent, message: engine.translate(`error.${absent}`) };
  const told = fieldErrors(details);
  return { code, message, ...(told.length > 0 && { details: told }) };
}

const isPlace = ({ section }: Head): boolean => section === 'params' || section === 'query';

/** What a parameter reads. Of one expression that gives all of them only what it reads itself: by way of a computed value it may be any of it. */
function headsOfParameter(option: PlanOption | undefined, name: string, plan: PageModel['plan']): Head[] {
  if (option?.kind === 'object') return Object.hasOwn(option.value, name) ? headsOf(option.value[name], plan) : [];
  return option?.kind === 'dynamic' ? [...(option.value.heads?.values() ?? [])] : [];
}

/** What people are told of a data source that did not load. */
export const failureText = ({ engine, status }: PageModel, name: string): string =>
  `${engine.translate('error.dataNotLoaded')}: ${status[name]?.error?.message}`;

/** Stands where the data of a source would be: why they did not load, and another try. */
export function SourceFailure({ page, name }: { page: PageModel; name: string }): ReactNode {
  const { Explanation } = page.engine.registry.look;
  const { code = '', message = '' } = page.status[name]?.error ?? {};
  // What a call answers is no fault of the document: nobody set anything up wrongly.
  const sentence = code === 'EXPRESSION_FAILED' ? {} : { sentence: failureText(page, name) };
  const { document, data } = page.plan;
  if (code === absent) return <Explanation gone code={code} message={message} document={document} pointer={`/data/${name}`} />;
  const more = data.find((source) => source.name === name)?.problem ? {} : { ...sentence, retry: () => void page.refresh(name) };
  return <Explanation code={code} message={message} document={document} pointer={`/data/${name}`} {...more} />;
}
