import type { ReactNode } from 'react';
import type { PageModel } from './page-model.ts';

/** The code of a call whose record is not there. */
export const absent = 'NOT_FOUND';

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
