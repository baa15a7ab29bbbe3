import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isObject } from '../../src/core/json-object.ts';
import type { Sender, SentBy, Services } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import type { VirusScan } from '../files/virus-scan.ts';
import { record } from '../modules/audit/record.ts';
import { textAt } from './large-bodies.ts';

interface ScanParts {
  /** Id of the call. */
  call: string;
  /** Parameter with the secret of whoever needs no session, and who asks whose it is. */
  secretName: string | undefined;
  sender: Sender | undefined;
  db: Database;
  services: Services;
  scan: VirusScan;
}

/**
 * Has every file of a request looked at before anybody reads or keeps it, and keeps what is refused in the operation log. What cannot be looked at is not taken, and
 * nothing is looked at for whoever may send nothing.
 * @throws ApiError PARAMETER_ERROR at the field of the file, SCAN_UNAVAILABLE, and what the question who sends it throws
 */
export async function scanUploads(request: FastifyRequest, parts: ScanParts): Promise<void> {
  const files = Object.entries(request.uploads ?? {});
  if (files.length === 0) return;
  const { call, db, scan } = parts;
  const { actor, fileName } = await sentBy(request, parts);
  for (const [field, { name, content }] of files) {
    const found = await scan.find(content).catch((error: unknown) => {
      throw new ApiError('SCAN_UNAVAILABLE', { cause: error });
    });
    if (found === undefined) continue;
    const origin = { ip: request.ip, userAgent: request.headers['user-agent'], requestId: request.id };
    const sha256 = createHash('sha256').update(content).digest('hex');
    await record(db, origin, {
      action: 'file_infected',
      targetType: 'file',
      targetName: fileName ?? (name || undefined),
      actor,
      detail: { call, found, size: content.length, sha256 },
    });
    const message = `The virus scan found ${found} in it`;
    throw new ApiError('PARAMETER_ERROR', { details: [{ field, message, key: 'file.infected', values: { found } }] });
  }
}

async function sentBy(request: FastifyRequest, { secretName, sender, db, services }: ScanParts): Promise<Omit<SentBy, 'key'>> {
  const { user } = request.caller;
  if (!sender || secretName === undefined) return { actor: user };
  const { query, params, body, headers, ip } = request;
  const secret = [query, params, body].flatMap((values) => (isObject(values) ? (textAt(values, secretName) ?? []) : []))[0];
  return await sender({ secret, params: isObject(params) ? params : {}, headers, user, ip, db, services });
}
