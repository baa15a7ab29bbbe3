import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/** A file of a multipart body, read into memory: the contract's bodyLimit bounds it. */
export interface UploadedFile {
  name: string;
  type: string;
  content: Buffer;
}

/**
 * Reads a multipart body of at most `bodyLimit` bytes, all parts together. A file stands in `files` under its field's name and its file name stands in `fields`, so that
 * the contract's schema sees it.
 * @throws ApiError BODY_TOO_LARGE, and errors of the multipart plugin that answer the same
 */
export async function readMultipart(
  request: FastifyRequest,
  bodyLimit = 1_048_576,
): Promise<{ fields: Record<string, string>; files: Record<string, UploadedFile> }> {
  const fields: [string, string][] = [];
  const files: [string, UploadedFile][] = [];
  let left = bodyLimit;
  const take = (bytes: number) => {
    left -= bytes;
    if (left < 0) throw new ApiError('BODY_TOO_LARGE');
  };
  // What the body says of its length spares reading it; without one, what comes is counted.
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new ApiError('BODY_TOO_LARGE');
  for await (const part of request.parts({ limits: { fileSize: bodyLimit, files: 10, fields: 100, fieldSize: 65_536, parts: 110 } })) {
    if (part.type === 'file') {
      const content = await part.toBuffer();
      take(content.length);
      files.push([part.fieldname, { name: part.filename, type: part.mimetype, content }]);
      fields.push([part.fieldname, part.filename]);
    } else {
      take(String(part.value).length);
      fields.push([part.fieldname, String(part.value)]);
    }
  }
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) };
}
