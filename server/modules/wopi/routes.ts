import { buffer } from 'node:stream/consumers';
import type { FastifyReply } from 'fastify';
import { accountCaller } from '../../caller.ts';
import { type CallRequest, defineModule, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { publicOrigin } from '../../public-origin.ts';
import { authorOf } from '../changes.ts';
import { readableFile } from '../files/owners.ts';
import { requireVersionRoom } from '../files/quota.ts';
import { downloaded, openFile, type StoredFile } from '../files/stored.ts';
import { earlierVersion, replaceContent } from '../files/versions.ts';
import { actionAddress, discoveryOf, type EditorActions } from './discovery.ts';
import { type Lock, type LockAnswer, lockOf } from './locks.ts';
import { editingOf, giveToken, mayWrite, requireWrite } from './tokens.ts';

/** What an editor may ask of a lock, by X-WOPI-Override (MS-WOPI). */
const operations: Readonly<Record<string, (lock: Lock, wanted: { lock: string; old: string }) => LockAnswer | Promise<LockAnswer>>> = {
  LOCK: (held, { lock, old }) => (old === '' ? held.take(lock) : held.exchange(old, lock)),
  GET_LOCK: ({ current }) => ({ isDone: true, current }),
  REFRESH_LOCK: (held, { lock }) => held.refresh(lock),
  UNLOCK: (held, { lock }) => held.release(lock),
};
const longestLock = 1_024;

/** The host of a document editor that speaks WOPI: who opens a file, and what the editor then asks (MISC-06). */
export const wopiModule = defineModule({
  service: 'wopi',
  senders: {
    async put({ db, services, secret, headers, params }) {
      const { user, file } = await editingOf({ db, services }, secret ?? bearerOf(headers.authorization), String(params.id));
      return { key: accountCaller(user), actor: user, fileName: file.originName };
    },
  },
  routes: {
    async offer(request) {
      const user = signedIn(request);
      const file = await readableFile(request, user, request.body);
      const { state, actions } = await editorFor(request, file);
      const isWritable = !user.agent && (await mayWrite(request, user, file));
      return { state, mode: wayInto(actions, isWritable)?.mode ?? null, isWritable, fileName: file.originName };
    },

    async restore(request) {
      const user = signedIn(request);
      const { path, version } = request.body;
      const file = await readableFile(request, user, { path });
      const content = await buffer(await openFile(request, await earlierVersion(request.db, file, version)));
      const after = await replaceContent(request, file, authorOf(request), {
        content,
        mayChange: (transaction) => requireWrite({ db: transaction, services: request.services }, user, file),
        async confirm(transaction) {
          await requireVersionRoom(transaction, file, content.length);
          // Whoever edits it would lose what they see, or take this back without knowing.
          if ((await lockOf(transaction, file.bid)).current !== '') throw new ApiError('FILE_LOCKED');
        },
      });
      return { version: after.version };
    },

    async open(request) {
      const user = signedIn(request);
      const file = await readableFile(request, user, request.body);
      const { state, actions } = await editorFor(request, file);
      if (state === 'unreachable') throw new ApiError('EDITOR_UNREACHABLE');
      const way = wayInto(actions, await mayWrite(request, user, file));
      if (!way) throw new ApiError('EDITOR_MISSING');
      const { token, expiresAt } = await giveToken(request.db, user, file);
      const source = `${publicOrigin(request.services.settings, request.reply.request)}/api/wopi/files/${file.bid}`;
      return {
        address: actionAddress(way.action, { source, language: languageOf(request) }),
        // What the editor calls them: moments are in milliseconds.
        fields: { access_token: token, access_token_ttl: String(expiresAt.getTime()) },
        mode: way.mode,
        fileName: file.originName,
      };
    },

    async fileInfo(request) {
      const { user, called, file } = await editing(request);
      const isWritable = await mayWrite(request, user, file);
      return {
        BaseFileName: file.originName,
        OwnerId: plainId(String(file.userId ?? '0')),
        Size: file.size,
        UserId: plainId(user.id),
        UserFriendlyName: called,
        Version: String(file.version),
        LastModifiedTime: file.changeTime ?? file.createTime,
        SHA256: Buffer.from(file.sha256, 'hex').toString('base64'),
        UserCanWrite: isWritable,
        ReadOnly: !isWritable,
        UserCanNotWriteRelative: true,
        UserCanRename: false,
        SupportsUpdate: true,
        SupportsLocks: true,
        SupportsGetLock: true,
        SupportsExtendedLockLength: true,
        PostMessageOrigin: publicOrigin(request.services.settings, request.reply.request),
      };
    },

    async contents(request) {
      const { user, file } = await editing(request);
      request.reply.header('x-wopi-itemversion', String(file.version));
      const taken = downloaded(file);
      const content = await openFile(request, file);
      return {
        name: file.originName,
        type: file.type,
        content,
        logEntry: { ...taken, actor: user, detail: { ...taken.detail, purpose: 'edit' } },
      };
    },

    async change(request) {
      const operation = header(request, 'x-wopi-override').toUpperCase();
      const { user, file } = await editing(request);
      const work = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!work) throw new ApiError('EDITOR_UNSUPPORTED');
      const wanted = { lock: header(request, 'x-wopi-lock'), old: header(request, 'x-wopi-oldlock') };
      if (operation !== 'GET_LOCK' && (wanted.lock === '' || wanted.lock.length > longestLock)) throw new ApiError('PARAMETER_ERROR');
      const answer = await request.db.transaction().execute(async (transaction) => {
        // Who may change it no longer still gives the lock back.
        if (operation !== 'GET_LOCK' && operation !== 'UNLOCK')
          await requireWrite({ db: transaction, services: request.services }, user, file);
        return await work(await lockOf(transaction, file.bid), wanted);
      });
      if (!answer.isDone) throw locked(request.reply, answer.current);
      if (operation === 'GET_LOCK') request.reply.header('x-wopi-lock', answer.current);
      request.reply.header('x-wopi-itemversion', String(file.version));
      return {};
    },

    async put(request) {
      const { user, file } = await editing(request);
      if (header(request, 'x-wopi-override').toUpperCase() !== 'PUT') throw new ApiError('EDITOR_UNSUPPORTED');
      const { ip, userAgent, requestId } = request;
      const author = { user, origin: { ip, userAgent, requestId } };
      const after = await replaceContent(request, file, author, {
        content: request.files.file?.content ?? Buffer.alloc(0),
        mayChange: (transaction) => requireWrite({ db: transaction, services: request.services }, user, file),
        async confirm(transaction) {
          const lock = await lockOf(transaction, file.bid);
          if (!lock.holds(header(request, 'x-wopi-lock'))) throw locked(request.reply, lock.current);
          await requireVersionRoom(transaction, file, request.files.file?.content.length ?? 0);
        },
      });
      request.reply.header('x-wopi-itemversion', String(after.version));
      return { LastModifiedTime: after.changeTime ?? after.createTime };
    },
  },
});

type Asked = CallRequest<{ params: { id: string }; query: { access_token?: string } }>;

async function editing(request: Pick<Asked, 'db' | 'services' | 'params' | 'query' | 'reply'>) {
  const { authorization } = request.reply.request.headers;
  return await editingOf(request, request.query.access_token ?? bearerOf(authorization), request.params.id);
}

function bearerOf(authorization = ''): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{1,100})$/i.exec(authorization)?.[1];
}

/** The editor of this installation, and what it does with files of this kind. */
async function editorFor(
  { services: { settings }, log }: Pick<CallRequest<unknown>, 'services' | 'log'>,
  { extension }: StoredFile,
): Promise<{ state: 'none' | 'unreachable' | 'unsupported' | 'ready'; actions: EditorActions }> {
  const { wopiUrl } = settings;
  if (wopiUrl === undefined) return { state: 'none', actions: {} };
  const complain = (error: unknown) => log.warn({ err: error }, 'the document editor does not say what it opens');
  const discovery = await discoveryOf(Object.assign(settings, { wopiUrl }), complain);
  if (!discovery) return { state: 'unreachable', actions: {} };
  const actions = discovery.get(extension);
  return actions ? { state: 'ready', actions } : { state: 'unsupported', actions: {} };
}

/** What somebody gets of an editor. Where it has one action for both, it learns from `fileInfo` that they only look. */
function wayInto({ view, edit }: EditorActions, isWritable: boolean): { mode: 'view' | 'edit'; action: string } | undefined {
  if (isWritable && edit !== undefined) return { mode: 'edit', action: edit };
  const action = view ?? edit;
  return action === undefined ? undefined : { mode: 'view', action };
}

function header({ reply }: { reply: FastifyReply }, name: string): string {
  const value = reply.request.headers[name];
  return typeof value === 'string' ? value : '';
}

/** Editors read the lock that stands from the header (MS-WOPI). */
function locked(reply: FastifyReply, current: string): ApiError {
  reply.header('x-wopi-lock', current);
  return new ApiError('FILE_LOCKED');
}

/** Ids are letters and digits in WOPI. */
function plainId(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9]/g, '');
}
