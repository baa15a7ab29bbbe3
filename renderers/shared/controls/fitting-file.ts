import type { Translate } from '../../../src/engine/index.ts';
import { checkFile, type FileLimits, type FileProblem, sizeText } from './files.ts';
import { isPicture, smallerPicture } from './smaller-picture.ts';

/** Limits as options of widgets give them. */
export interface GivenLimits {
  accept?: string[] | null | undefined;
  maxBytes?: number | null | undefined;
  /** Pictures above `maxBytes` are made smaller in place of being refused. */
  shrink?: boolean | undefined;
}

/** What is to be done with a file that was chosen: it is sent as it is, made smaller first, or refused. */
export function takenAs(file: { name: string; size: number }, given: GivenLimits): { isTooLarge: boolean; problem?: FileProblem } {
  const problem = checkFile(file, limitsOf(given));
  const isTooLarge = problem?.key === 'field.fileSize' && given.shrink === true && isPicture(file);
  return { isTooLarge, ...(problem && !isTooLarge && { problem }) };
}

/** A picture that is too large as it fits, or why it cannot be sent. Whoever does not want it any more (`signal`) gets nothing, and nothing is done for it. */
export async function fitted(file: File, given: GivenLimits, signal: AbortSignal): Promise<{ file: File } | { problem?: FileProblem }> {
  const smaller = await smallerPicture(file, given.maxBytes ?? file.size, signal);
  if (signal.aborted) return {};
  const problem = checkFile(smaller ?? file, limitsOf(given));
  if (problem) return { problem };
  return smaller ? { file: smaller } : {};
}

function limitsOf({ accept, maxBytes }: GivenLimits): FileLimits {
  return { ...(accept && { accept }), ...(typeof maxBytes === 'number' && { maxBytes }) };
}

/** What people read of the limits beside a place for files. */
export function limitTexts(t: Translate, { accept, maxBytes, shrink }: GivenLimits): string {
  return [
    accept?.length ? t('field.allowedKinds', { kinds: accept.join(', ') }) : '',
    maxBytes ? t('field.allowedSize', { size: sizeText(maxBytes) }) : '',
    maxBytes && shrink ? t('field.allowedShrinks') : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** What people are told of a picture that was made smaller. */
export function shrunkText(t: Translate, before: number, after: number): string {
  return t('field.fileShrunk', { before: sizeText(before), after: sizeText(after) });
}
