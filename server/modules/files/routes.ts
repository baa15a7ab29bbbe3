import { accountCaller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { type CallRequest, defineModule, type FileAnswer, type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { isKnownExtension } from '../../files/kinds.ts';
import { cleanName, extensionOf, newPath } from '../../files/names.ts';
import { rangeOf } from '../../plugins/file-answers.ts';
import { record } from '../audit/record.ts';
import { authorOf } from '../changes.ts';
import { userOfSession } from '../identity/authenticate.ts';
import { fileRule, requireAllowed } from './admitted.ts';
import { keepFile } from './keep.ts';
import { ownerOf, readableFile, requireChange, requireSight } from './owners.ts';
import { requireQuota } from './quota.ts';
import { downloaded, listFiles, openFile, removeFile, type StoredFile } from './stored.ts';
import { giveTicket, readTicket, type TakenTicket, takeTicket, uploadOf } from './tickets.ts';
import { earlierVersion, earlierVersions, versionName } from './versions.ts';

/** What browsers show without running anything that is in it. */
const showable: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'application/pdf']);
/** What viewers ask for in parts; an answer in parts is never compressed, and nor is this. */
const inParts: ReadonlySet<string> = new Set(['application/pdf']);

/** Files of things of any kind: API-95 to API-101. */
export const fileModule = defineModule({
  service: 'file',
  senders: {
    async put({ db, services, secret = '' }) {
      const ticket = await uploadOf(db, secret);
      const user = await uploaderNow({ db, services }, ticket);
      return { key: accountCaller(user), actor: user, fileName: ticket.name };
    },
  },
  routes: {
    async uploadUrl(request) {
      const { fileName, bizType = 'ai-import-image' } = request.query;
      const name = cleanName(fileName) ?? '';
      requireAllowed(fileRule(request.services.documents, bizType), name);
      // A .jpeg is kept as .jpg, as the bytes will say.
      const path = newPath(extensionOf(name).toLowerCase().replace('jpeg', 'jpg'));
      const given = await giveTicket(request.db, signedIn(request), { purpose: 'upload', path, name, businessType: bizType });
      return { url: `/api/sys-file/upload?ticket=${given.ticket}`, method: 'PUT' as const, path, ...given };
    },

    async put(request) {
      const ticket = await takeTicket(request.db, request.query.ticket);
      const { path, name, businessType } = ticket;
      const user = await uploaderNow(request, ticket);
      const { file } = request.files;
      const keeping = { file: file && { ...file, name }, businessType: businessType ?? '', path };
      return shown(await keepFile({ ...request, user }, { ...keeping, admit: () => requireQuota(request.db, user.id) }));
    },

    async downloadUrl(request) {
      const { path, name, purpose = 'download' } = request.body;
      const file = await readableFile(request, signedIn(request), { path });
      const savedAs = namedLike(file, name);
      // Who has the address gets the file, in as many parts as its viewer asks for: it is noted here.
      const taken = { ...downloaded(file), actor: signedIn(request) };
      await record(request.db, request, { ...taken, detail: { ...taken.detail, purpose } });
      const given = await giveTicket(request.db, signedIn(request), { purpose, path, name: savedAs, businessType: null });
      return { url: `/api/sys-file/download?ticket=${given.ticket}`, name: savedAs, type: file.type, size: file.size, ...given };
    },

    async content(request) {
      const { path, name, purpose, tokenHash } = await readTicket(request.db, request.query.ticket);
      const user = await userOfSession(tokenHash, request.db, request.services);
      // Who may see it no more since the address was given out gets no more of it.
      const file = user && (await ifFound(readableFile(request, user, { path })));
      if (!file) throw new ApiError('LINK_EXPIRED');
      const part = inParts.has(file.type) ? rangeOf(request.reply.request.headers.range, file.size) : undefined;
      return { ...(await answerOf(request, file, part)), name, shown: purpose === 'view' && showable.has(file.type) };
    },

    async upload(request) {
      const { businessType, businessId } = request.body;
      const user = signedIn(request);
      const owned = { businessType, businessId: businessId ?? null };
      await requireChange(request, user, owned);
      const isOwned = ownerOf(businessType) && businessId !== undefined;
      const allowed = isOwned
        ? { confirm: (db: Database) => requireChange({ db, services: request.services }, user, owned) }
        : { admit: () => requireQuota(request.db, user.id) };
      return shown(await keepFile(request, { file: request.files.file, businessType, businessId, ...allowed }));
    },

    limits({ services, query }) {
      const { extensions = [], maxBytes, maxItems } = fileRule(services.documents, query.businessType);
      const known = extensions.filter((extension) => isKnownExtension(extension.slice(1)));
      return { extensions: known, ...(maxBytes !== undefined && { maxBytes }), ...(maxItems !== undefined && { maxItems }) };
    },

    async list(request) {
      const isSeen = await requireSight(request, signedIn(request), request.query);
      return (await listFiles(request.db, request.query)).filter(isSeen).map(shown);
    },

    async detail(request) {
      return shown(await readableFile(request, signedIn(request), request.body));
    },

    async versions(request) {
      const file = await readableFile(request, signedIn(request), request.query);
      return await earlierVersions(request.db, file);
    },

    async version(request) {
      const { path, version } = request.body;
      const file = await readableFile(request, signedIn(request), { path });
      const content = await openFile(request, await earlierVersion(request.db, file, version));
      const taken = downloaded(file);
      const logEntry = { ...taken, detail: { ...taken.detail, version } };
      return { name: versionName(file.originName, version), type: file.type, content, logEntry };
    },

    async remove(request) {
      const user: Principal = signedIn(request);
      await request.db.transaction().execute(async (db) => {
        const within = { db, services: request.services };
        const file = await readableFile(within, user, request.body);
        await requireChange(within, user, file);
        await removeFile(db, file, authorOf(request));
      });
      return {};
    },

    async download(request) {
      return await answerOf(request, await readableFile(request, signedIn(request), request.body));
    },
  },
});

/** Nothing in place of NOT_FOUND, and of what is not seen while acting for somebody. */
async function ifFound(file: Promise<StoredFile>): Promise<StoredFile | undefined> {
  return await file.catch((error: unknown) => {
    if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'NOT_WHILE_ACTING')) return undefined;
    throw error;
  });
}

function shown({ userId: _, scope: __, contentPath: ___, ...file }: StoredFile) {
  return file;
}

async function answerOf(request: CallRequest<unknown>, file: StoredFile, part?: FileAnswer['part']): Promise<FileAnswer> {
  const content = await openFile(request, file, part);
  return {
    name: file.originName,
    type: file.type,
    content,
    logEntry: downloaded(file),
    ...(inParts.has(file.type) && { size: file.size, part }),
  };
}

/** The name somebody wants for a file, which stays a file of its kind. */
function namedLike({ originName, extension }: StoredFile, name: string | undefined): string {
  const wanted = cleanName(name ?? '');
  if (wanted === undefined) return originName;
  const has = extensionOf(wanted).toLowerCase();
  return [extension, extensionOf(originName).toLowerCase()].includes(has) ? wanted : `${wanted}.${extension}`;
}

/** Who uploads, as long as their session may do anything. @throws ApiError LINK_EXPIRED */
async function uploaderNow(
  { db, services }: Pick<Context, 'db' | 'services'>,
  { user, tokenHash }: TakenTicket,
): Promise<TakenTicket['user']> {
  if (!(await userOfSession(tokenHash, db, services))) throw new ApiError('LINK_EXPIRED');
  return user;
}
