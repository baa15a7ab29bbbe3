import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { currentVersionId } from '../risk-templates/versions.ts';

/** The current version of a template. @throws ApiError PARAMETER_ERROR */
export async function templateFor(db: Database, seriesId: string | undefined): Promise<number> {
  const templateId = await currentVersionId(db, Number(seriesId ?? 0));
  if (templateId === undefined) throw wrong('templateId', 'is no template');
  return templateId;
}

/** Of an evaluation that was sent. */
export function templateSent(papers: number): ApiError {
  const message = `was sent with ${papers} papers and stays: an evaluation of its own takes another template`;
  return new ApiError('IN_USE', {
    details: [{ field: 'templateId', message, key: 'evaluation.templateSent', values: { papers: String(papers) } }],
  });
}
