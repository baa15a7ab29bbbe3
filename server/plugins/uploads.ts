import type { FastifyRequest } from 'fastify';

/** A file of a multipart body, read into memory: the contract's bodyLimit bounds it. */
export interface UploadedFile {
  name: string;
  type: string;
  content: Buffer;
}

/**
 * Reads a multipart body. A file stands in `files` under its field's name and its file name stands in `fields`, so that
 * the contract's schema sees it. Errors: those of the multipart plugin, which answer BODY_TOO_LARGE.
 */
export async function readMultipart(
  request: FastifyRequest,
  bodyLimit = 1_048_576,
): Promise<{ fields: Record<string, string>; files: Record<string, UploadedFile> }> {
  const fields: [string, string][] = [];
  const files: [string, UploadedFile][] = [];
  for await (const part of request.parts({ limits: { fileSize: bodyLimit, files: 10, fields: 100, fieldSize: 65_536, parts: 110 } })) {
    if (part.type === 'file') {
      files.push([part.fieldname, { name: part.filename, type: part.mimetype, content: await part.toBuffer() }]);
      fields.push([part.fieldname, part.filename]);
    } else {
      fields.push([part.fieldname, String(part.value)]);
    }
  }
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) };
}
