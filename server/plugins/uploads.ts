import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { defaultBodyLimit } from './large-bodies.ts';

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
export async function readMultipart(request: FastifyRequest, bodyLimit = defaultBodyLimit): Promise<Multipart> {
  try {
    return await readParts(request, bodyLimit);
  } catch (error) {
    // What still comes is thrown away, so that the answer is read.
    request.raw.unpipe();
    request.raw.resume();
    throw error;
  }
}

interface Multipart {
  fields: Record<string, string>;
  files: Record<string, UploadedFile>;
}

async function readParts(request: FastifyRequest, bodyLimit: number): Promise<Multipart> {
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
    if (!part.fieldname) throw new ApiError('PARAMETER_ERROR', { msg: 'A part of the body names no field' });
    if (part.type === 'file') {
      const content = await part.toBuffer();
      take(content.length);
      // Plain clients send files by their type alone.
      const name = named(part.filename ?? '');
      files.push([part.fieldname, { name, type: part.mimetype, content }]);
      fields.push([part.fieldname, name]);
    } else {
      take(String(part.value).length);
      fields.push([part.fieldname, String(part.value)]);
    }
  }
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) };
}

/** Browsers write a quote or line end in the name of a file as what no other place of a form knows. */
function named(filename: string): string {
  return filename.replaceAll('%22', '"').replaceAll(/%0D|%0A/g, ' ');
}

/** Lets the routes of a scope take a body of any type as it is. */
export function takeBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  return scope;
}

/** A body that is a file stands in `files` under the name `file`, as that of a multipart body; its own name nobody said. */
export async function bytesAsUpload(request: FastifyRequest): Promise<void> {
  const content = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  request.uploads = { file: { name: '', type: request.headers['content-type'] ?? '', content } };
  request.body = undefined;
}
