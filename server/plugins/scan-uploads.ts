import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import type { VirusScan } from '../files/virus-scan.ts';
import { record } from '../modules/audit/record.ts';

/**
 * Has every file of a request looked at before anybody reads or keeps it, and keeps what is refused in the operation log. What cannot be looked at is not taken.
 * @throws ApiError PARAMETER_ERROR at the field of the file, SCAN_UNAVAILABLE
 */
export async function scanUploads(request: FastifyRequest, call: string, db: Database, scan: VirusScan): Promise<void> {
  for (const [field, { name, content }] of Object.entries(request.uploads ?? {})) {
    const found = await scan.find(content).catch((error: unknown) => {
      throw new ApiError('SCAN_UNAVAILABLE', { cause: error });
    });
    if (found === undefined) continue;
    const origin = { ip: request.ip, userAgent: request.headers['user-agent'], requestId: request.id };
    const sha256 = createHash('sha256').update(content).digest('hex');
    await record(db, origin, {
      action: 'file_infected',
      targetType: 'file',
      targetName: name || undefined,
      actor: request.caller.user,
      detail: { call, found, size: content.length, sha256 },
    });
    const message = `The virus scan found ${found} in it`;
    throw new ApiError('PARAMETER_ERROR', { details: [{ field, message, key: 'file.infected', values: { found } }] });
  }
}
