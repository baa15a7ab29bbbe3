import { registerFiles } from '../../../src/core/register/reading.ts';
import type { Context } from '../../context.ts';
import type { Principal } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { inModule, sinceIn } from '../delegations/since.ts';
import { evidenceFileOwner, evidenceFiles } from '../evidence/file-owner.ts';
import { flowFileOwner } from '../flow-process/file-owner.ts';
import { flowFiles } from '../flow-process/kinds.ts';
import { registerFileOwner } from '../registers/files.ts';
import { workspaceFileOwner, workspaceFiles } from '../workspaces/files.ts';
import { findFile, type StoredFile } from './stored.ts';

/** Where rights are read: the database, in a transaction where something is to stay as it was read, and the documents. */
export interface Within extends Pick<Context, 'db'> {
  services: Pick<Context['services'], 'documents'>;
}

/** What the module that owns a business type says of the files of a thing. */
export interface FileOwner {
  /** Menu row whose delegates see the files; without one nobody does who acts for another. */
  menu?: string;
  /** Delegates see the files of whatever they see, from whenever: requireSight asks for their rights. Default false. */
  isForDelegates?: boolean;
  /** @throws ApiError NOT_FOUND where the user may not know of the thing */
  requireSight(within: Within, user: Principal, businessId: string): Promise<void>;
  /** Adding and deleting; with what it locks it holds until the transaction ends. @throws ApiError NOT_FOUND, FORBIDDEN and what keeps the thing as it is */
  requireChange(within: Within, user: Principal, businessId: string): Promise<void>;
}

/** The owners, one line each. Files of any other business type belong to who uploaded them, and to nobody else. */
const owners: Readonly<Record<string, FileOwner>> = {
  [flowFiles]: flowFileOwner,
  [registerFiles]: registerFileOwner,
  [evidenceFiles]: evidenceFileOwner,
  [workspaceFiles]: workspaceFileOwner,
};

/** The business types that have one. */
export function ownedTypes(): string[] {
  return Object.keys(owners);
}

/** What says of the business type what may be done; nothing where it has no owner. */
export function ownerOf(businessType: string): FileOwner | undefined {
  return Object.hasOwn(owners, businessType) ? owners[businessType] : undefined;
}

/** Whose files of a thing the user sees: everybody's, or their own. @throws ApiError NOT_FOUND, NOT_WHILE_ACTING */
export async function requireSight(
  within: Within,
  user: Principal,
  { businessType, businessId }: { businessType: string; businessId: string | null },
): Promise<(file: StoredFile) => boolean> {
  const owner = ownerOf(businessType);
  if (user.agent && !isForAgent(owner, user.agent)) throw new ApiError('NOT_WHILE_ACTING');
  const isOwn = ({ userId }: StoredFile) => userId === Number(user.id);
  if (owner && businessId !== null) await owner.requireSight(within, inModule(user, owner.menu), businessId);
  const since = (user.agent && !owner?.isForDelegates && sinceIn(user.agent, owner?.menu)) || null;
  const isInTime = ({ createTime }: StoredFile) => since === null || new Date(createTime) >= since;
  // What nothing has claimed yet is its uploader's, whatever it is for.
  return owner && businessId !== null ? isInTime : isOwn;
}

function isForAgent(owner: FileOwner | undefined, { modules }: NonNullable<Principal['agent']>): boolean {
  return owner?.isForDelegates === true || (owner?.menu !== undefined && modules.has(owner.menu));
}

/** A file the user may see. @throws ApiError NOT_FOUND also where there is one the user may not see, NOT_WHILE_ACTING */
export async function readableFile(within: Within, user: Principal, by: { bid: string } | { path: string }): Promise<StoredFile> {
  const file = await findFile(within.db, by);
  if (!file) throw new ApiError('NOT_FOUND');
  const isSeen = await requireSight(within, user, file);
  if (!isSeen(file)) throw new ApiError('NOT_FOUND');
  return file;
}

/** Whether the user may add to the thing or delete what it has. @throws ApiError NOT_FOUND, FORBIDDEN and what the owner says */
export async function requireChange(within: Within, user: Principal, { businessType, businessId }: StoredFileOf): Promise<void> {
  if (businessId !== null) await ownerOf(businessType)?.requireChange(within, user, businessId);
}
type StoredFileOf = Pick<StoredFile, 'businessType' | 'businessId'>;
