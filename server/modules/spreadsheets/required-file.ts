import { wrong } from '../../errors.ts';

/** @throws ApiError PARAMETER_ERROR */
export function requiredFile(file: { name: string; content: Buffer } | undefined): { name: string; content: Buffer } {
  if (!file) throw wrong('file', 'is missing');
  return file;
}
