import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger, FastifyReply } from 'fastify';
import type { Calls } from '../src/generated/calls.ts';
import type { WordedCallId } from '../src/generated/contracts.ts';
import type { Database } from './database/connection.ts';
import type { LabelValue } from './database/values.ts';
import type { Documents } from './documents.ts';
import { ApiError } from './errors.ts';
import type { ByteRange, FileStore } from './files/store.ts';
import type { VirusScan } from './files/virus-scan.ts';
import type { AuditEntry } from './modules/audit/record.ts';
import type { RateLimits } from './plugins/rate-limits.ts';
import type { UploadedFile } from './plugins/uploads.ts';
import type { Seals } from './seals.ts';
import type { Settings } from './settings.ts';

/** Who is calling. */
export interface Principal {
  id: string;
  username: string;
  name: string;
  permissions: ReadonlySet<string>;
  roles: readonly string[];
  sessionId: string;
  /** The role whose rights these are, in a session that only looks. */
  viewedRole?: ViewedRole;
  /** With it: the permissions of the person who views, for calls whose contract says so. */
  viewerPermissions?: ReadonlySet<string>;
  /** Delegate mode: everything else here is the authorizer's, narrowed to what was delegated. Everybody else acts for themselves. */
  agent?: Agent | undefined;
  /** Only where somebody signed in with a password, and acts as nobody else. */
  password?: OwnPassword;
  /** Where somebody signed in with a password and has to set up a second factor before anything else. */
  factorDue?: boolean;
  /** Number of the current state of each area of data (access, people, dictionary, config, screening), read with this very request. */
  revisions: Readonly<Record<string, number>>;
}

/** What the password of a session that began with one asks of its owner. */
export interface OwnPassword {
  /** Somebody else chose it. */
  given: boolean;
  /** The installation wants passwords their owners chose (the parameter passwordOwn). */
  ownIsForced: boolean;
  /** When it runs out (the parameter passwordDays); null: never. */
  until: Date | null;
}

/** A role an administrator views the product as. */
export interface ViewedRole {
  id: string;
  code: string;
  name: LabelValue;
}

/** Who really sits there while a session acts in somebody's name (DELEG-05). */
export interface Agent {
  id: string;
  username: string;
  name: string;
  /** Delegations in effect at this request; together they are the scope. */
  delegations: readonly number[];
  /** Menu rows delegated and held by the authorizer at this request. */
  modules: ReadonlySet<string>;
  /** First moment of the data this call may show; null: everything (authorized historical data, DELEG-02). Of a call without a permission: what every delegation gives. */
  since: Date | null;
  /** The same of each delegated menu row with its buttons, and of each permission: each by the delegations that give it. */
  sinceByMenu: ReadonlyMap<string, Date | null>;
  sinceByPermission: ReadonlyMap<string, Date | null>;
}

/**
 * Why a token that was good once is refused: it ran out, its person went on under another name in another window, the server ended it (sign-out,
 * revocation, disabled user), or its delegation ended.
 */
export interface DeadSession {
  ended: 'SESSION_EXPIRED' | 'SESSION_SWITCHED' | 'SESSION_ENDED' | 'DELEGATION_ENDED';
}
/** Finds the user of a bearer token, or why it no longer counts; nothing when the token is unknown. */
export type Authenticate = (
  token: string,
  db: Database,
  services: Pick<Services, 'settings' | 'documents'>,
  use?: Use,
) => Promise<Principal | DeadSession | undefined>;

/** `background`: nobody started the request, so that the session is not in use by it. */
export type Use = 'background' | 'person';

/** What handlers share besides the database. */
export interface Services {
  settings: Settings;
  documents: Documents;
  /** For limits that depend on more than the caller, such as one per user name tried. */
  rateLimits: RateLimits;
  /** Keeps secrets unreadable in the database. */
  seals: Seals;
  /** The bytes of uploaded files: see `keepFile`. */
  files: FileStore;
  /** Looks into every uploaded file before a handler has it; undefined where none is set up. */
  virusScan: VirusScan | undefined;
  /** The server was asked to stop and will not be here much longer. */
  isStopping(): boolean;
}

type Part<Call, Name extends string> = Call extends Record<Name, infer Type> ? Type : undefined;

/** One call as its handler sees it: everything validated against the contract and typed by it. */
export interface CallRequest<Call> {
  params: Part<Call, 'params'>;
  query: Part<Call, 'query'>;
  body: Part<Call, 'body'>;
  /** Files of a multipart body by field name; the body holds their names. */
  files: Record<string, UploadedFile>;
  /** Always there when the contract's access is not public: see `signedIn`. */
  user: Principal | undefined;
  /** The bearer token itself, for logout and rotation. */
  token: string | undefined;
  /** Why the token no longer counts, where the call is open to visitors too. */
  ended: DeadSession['ended'] | undefined;
  db: Database;
  log: FastifyBaseLogger;
  ip: string;
  requestId: string;
  userAgent: string | undefined;
  /** For headers and cookies. The answer itself is what the handler returns. */
  reply: FastifyReply;
  services: Services;
  /** Only where something may be worded in the language of the reader: see `languageOf`. */
  worded: Part<Call, 'worded'>;
  /**
   * The answer in its serialised form, kept in memory until the data of one of the areas changes. Only for signed-in callers: the
   * revisions are read with the session. `key` names everything else the answer depends on; equal keys get the same answer.
   */
  keep: <Data>(areas: readonly Area[], key: string, make: () => Promise<Data>) => Promise<Data>;
}

/** What a kept answer is made of: see the migration data-revisions; access is roles, menus and who holds them. */
export type Area = 'access' | 'people' | 'dictionary' | 'config';

/** What a handler with `envelope: file` returns. */
export interface FileAnswer {
  /** Name the browser saves it under. */
  name: string;
  type: string;
  content: Buffer | NodeJS.ReadableStream;
  /** Shown in a frame or a window of its own instead of being saved. Only for what no browser runs. Default false. */
  shown?: boolean;
  /** Bytes of the whole file, where they are known: the browser shows how far it is, and may ask for parts (`rangeOf`). */
  size?: number;
  /**
   * What the operation log says of it in place of which call made it: who took which file. Counts where the contract has `"exported": true`, which is the default;
   * with `"noted"` the handler writes the row itself, and with `false` there is none.
   */
  logEntry?: Partial<AuditEntry>;
  /** `content` is this part of it: first and last byte. */
  part?: ByteRange | undefined;
}

/** What a handler with `envelope: redirect` returns: a path of this server, or an address of a server we trust. */
export interface RedirectAnswer {
  location: string;
}

type Data<Call> = Part<Call, 'data'>;
type Answer<Call> = Data<Call> | FileAnswer | RedirectAnswer;
export type Handler<Call> = (request: CallRequest<Call>) => Promise<Answer<Call>> | Answer<Call>;

/** A request whose body is not read yet, as it is asked who sends it. */
export interface SenderRequest {
  /** Value of the parameter the contract names as `sender`, where it stands in the address or at the beginning of the body. */
  secret: string | undefined;
  /** By the contract; everything else of the address is as it was sent. */
  params: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  user: Principal | undefined;
  ip: string;
  db: Database;
  services: Services;
}
/** Who sends something by a secret. */
export interface SentBy {
  /** Such as `account:7` or `link:12`: each has a share of what the server holds at once. */
  key: string;
  /** As whom the operation log knows them. */
  actor?: AuditEntry['actor'];
  /** What a file is called that comes without a name. */
  fileName?: string;
}
/**
 * Whether who sends a large body, or a file to be looked into, may, before it is: what the handler asks for first. It changes nothing.
 * @throws ApiError what the call answers where they may not
 */
export type Sender = (request: SenderRequest) => Promise<SentBy>;

export type CallName = keyof Calls & string;
type ServiceOf<Id extends string> = Id extends `${infer Service}.${string}` ? Service : never;
type NameOf<Id extends string, Service extends string> = Id extends `${Service}.${infer Name}` ? Name : never;
export type ServiceName = ServiceOf<CallName>;
type Wording<Id extends string> = Id extends WordedCallId ? { worded: true } : unknown;
export type Routes<Service extends ServiceName> = {
  [Id in CallName as NameOf<Id, Service>]: Handler<Calls[Id] & Wording<Id>>;
};

/** A module as the app reads it: handlers by call id. */
export interface Module {
  service: string;
  handlers: Record<string, Handler<never>>;
  /** Who sends a large body, by call id, where the contract has a `sender`. */
  senders?: Record<string, Sender>;
}

/**
 * Ties handlers to the contracts of a service (`schemas/services/<service>.service.json`): one per call, no more, no less,
 * checked by the compiler here and by the start of the server for everything together.
 * A handler returns `data`; the envelope, validation, access and rate limit come from the contract.
 * It throws ApiError for what the caller may know.
 */
export function defineModule<Service extends ServiceName>(module: {
  service: Service;
  routes: NoInfer<Routes<Service>>;
  senders?: { [Name in keyof NoInfer<Routes<Service>>]?: Sender };
}): Module {
  const senders = Object.entries<Sender>((module.senders ?? {}) as Record<string, Sender>);
  const routes = Object.entries(module.routes) as [string, Handler<never>][];
  return {
    service: module.service,
    handlers: Object.fromEntries(routes.map(([name, handler]) => [`${module.service}.${name}`, handler])),
    senders: Object.fromEntries(senders.map(([name, sender]) => [`${module.service}.${name}`, sender])),
  };
}

/** The user of a call whose contract is not public. @throws ApiError UNAUTHENTICATED when there is none. */
export function signedIn(request: { user: Principal | undefined }): Principal {
  if (!request.user) throw new ApiError('UNAUTHENTICATED');
  return request.user;
}
