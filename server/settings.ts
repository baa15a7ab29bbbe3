import { isAbsolute, resolve } from 'node:path';
import { type DataSource, readDataSources } from './data-source-settings.ts';
import { demoSecrets } from './demo-secrets.ts';
import { readS3, type S3Settings } from './files/s3-store.ts';
import { type ScannerAddress, scannerAddress } from './files/virus-scan.ts';
import { productionProblems } from './production-settings.ts';
import {
  databaseUrl,
  hostNames,
  httpOrigin,
  httpUrl,
  integer,
  type LogLevel,
  logLevel,
  onOff,
  plainUrl,
  secretKeys,
  smtpUrl,
  timeZone,
  trustProxy,
} from './setting-values.ts';
import { readSsoProviders, type SsoProvider } from './sso-settings.ts';

/** What a start refuses to go on with: shown to the person at the terminal as it is, without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** A transcription service: its whole address, and what is sent with every recording. */
export interface SpeechSettings {
  url: string;
  key: string | undefined;
  model: string | undefined;
}

/** Every setting of the server. Environment variable, default and meaning stand beside each. */
export interface Settings {
  /** The project folder: where schemas/, dist/ and package.json are. Not an environment variable. */
  root: string;
  /** PORT, default 3000; 0 takes a free one. */
  port: number;
  /** HOST, default 0.0.0.0: the address to listen on. */
  host: string;
  /** DATA_DIR, default .data: everything the server writes (embedded database, lock, files). */
  dataDir: string;
  /**
   * FILE_STORE, default none: a bucket that keeps uploaded files, of any store that speaks S3: https://KEY:SECRET@s3.example.com/bucket?region=eu-west-1.
   * Without it they are in DATA_DIR/files, which several servers then have to share.
   */
  fileStore: S3Settings | undefined;
  /** DATABASE_URL, default none: a PostgreSQL to use instead of the embedded one. */
  databaseUrl: string | undefined;
  /** DATABASE_POOL, default 20: connections one server process opens at most. */
  databasePool: number;
  /** PREPARED_STATEMENTS, default on: `off` for a pooler that hands out another connection for each statement. */
  preparedStatements: boolean;
  /**
   * DATABASE_EXCLUSIVE, default on for the embedded database and off with DATABASE_URL: `on` says that this server alone writes to the
   * database. Sessions are then asked for only after something was written; what others write all the same is heard within a second.
   */
  databaseExclusive: boolean;
  /** SCHEMAS_DIR, default schemas.local: documents laid over schemas/, one by one; absent is fine, except where production names one. */
  schemasDir: string;
  /** SCHEMAS_CHECK, default on: `off` serves faulty documents of the overlay too; their pages explain themselves (refused in production). */
  schemasCheck: boolean;
  /** CAPTCHA, default on: `off` accepts logins without a captcha (automated clients; refused in production). */
  captcha: boolean;
  /** CLIENT_ID, default targus: name of the client that logs users in (basic authentication). Every page carries it, with its secret. */
  clientId: string;
  /** CLIENT_SECRET, default targus (refused in production). */
  clientSecret: string;
  /**
   * SECRET_KEY, default none: the key that keeps secrets in the database unreadable, 32 bytes in base64 or hex (`openssl rand -base64 32`). Several,
   * separated by commas: the first seals, the others only open what they sealed. Without it there is one in DATA_DIR/secret.key, made when it is
   * first needed; several servers of one database need the same.
   */
  secretKeys: readonly Buffer[];
  /** PRODUCTION, default off: `1` refuses the settings made for trying and seeds nothing but one administrator. */
  production: boolean;
  /**
   * PLAIN_HOSTS, default none: hosts of a private network that production may speak to without TLS, or without knowing their certificate, by the
   * names the other settings give them, separated by commas. Without it PRODUCTION=1 refuses every such service but those of this machine.
   */
  plainHosts: readonly string[];
  /** NEW_PASSWORD_FOR, default none: the account whose password is lost. Every start with it makes a new one and prints it once. */
  newPasswordFor: string | undefined;
  /** NO_SECOND_FACTOR_FOR, default none: the account whose second factor is lost. Every start with it takes it away and ends its sessions. */
  noSecondFactorFor: string | undefined;
  /** LOG_LEVEL, default info, or warn at a terminal: silent, error, warn, info, debug. JSON lines on standard output. */
  logLevel: LogLevel;
  /**
   * TRUST_PROXY, default off: how many proxies stand before this server (`on` is 1), or their addresses separated by commas
   * (`10.0.0.0/8`, `loopback`). What they say in X-Forwarded-* is believed, and nothing a client wrote there itself.
   */
  trustProxy: false | number | string;
  /** METRICS_PORT, default none: where monitoring reads figures of this process, at /metrics; 0 takes a free one. See docs/operations.md. */
  metricsPort: number | undefined;
  /** METRICS_HOST, default 127.0.0.1: the address that port is listened on. Who reaches it needs no password. */
  metricsHost: string;
  /** DRAIN_SECONDS, default 0: for so long after it was asked to stop, the server answers as before while its health says that it stops. */
  drainSeconds: number;
  /** BODY_MEMORY, default 256: megabytes of requests with files or much JSON held at once; in bytes here. Others wait a moment, or are told to come again. */
  bodyMemory: number;
  /** CALLS_PER_MINUTE, default 6000: calls one account makes at one server process at most. A person in ten windows makes some hundreds. */
  callsPerMinute: number;
  /** TIME_ZONE, default Asia/Shanghai: where the calendar days of deadlines begin and end. */
  timeZone: string;
  /** API_DOCS, default on, and off in production: whether everybody may read the contracts at /api/docs. */
  apiDocs: boolean;
  /** API_TARGET, default none: /api and /config go to this server; documents and pages stay ours. */
  apiTarget: string | undefined;
  /** PUBLIC_URL, default none: the address people open, such as https://risk.example.com, for links in mails and the return from single sign-on. Without it only this machine is linked to. */
  publicUrl: string | undefined;
  /** SMTP_URL, default none: the mail server, smtp://user:password@host:587 or smtps://. Without it mails stay in the outbox for administrators. */
  smtpUrl: string | undefined;
  /** MAIL_FROM, default `Targus <no-reply@localhost>`: the sender of mails. */
  mailFrom: string;
  /** DATA_SOURCES, default none: databases and addresses data tables are filled from, a list in JSON or the path of a file that holds it. See docs/data-workbench.md. */
  dataSources: readonly DataSource[];
  /** SSO_PROVIDERS, default none: single sign-on, a list in JSON or the path of a file that holds it. See docs/ways-in.md. */
  ssoProviders: readonly SsoProvider[];
  /**
   * WOPI_URL, default none: the document editor, such as https://office.example.com (Collabora Online, ONLYOFFICE, Office Online Server), as
   * browsers and this server reach it. Without a path it is asked at /hosting/discovery what it opens.
   */
  wopiUrl: string | undefined;
  /**
   * SPEECH_URL, default none: the service that transcribes recordings, such as https://speech.example.com/v1/audio/transcriptions (docs/recognition.md). SPEECH_KEY is sent to it as a
   * bearer token, SPEECH_MODEL as the field `model`; default none.
   */
  speech: SpeechSettings | undefined;
  /**
   * VIRUS_SCAN, default none: ClamAV's daemon that looks into every uploaded file, clamd://host:3310 or clamd:///run/clamav/clamd.ctl (docs/operations.md). Files are not taken while it
   * does not answer.
   */
  virusScan: ScannerAddress | undefined;
  /** DEVELOPMENT, set by `npm run dev`: watch documents. */
  development: boolean;
}

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings from the environment.
 * @throws StartError that lists every wrong setting, not only the first.
 */
export function readSettings(env: Environment, root: string): Settings {
  const wrong: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, expected: string): T => {
    const text = env[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value === undefined) wrong.push(`${name} is ${JSON.stringify(shown(name, text))}, expected ${expected}`);
    return value ?? fallback;
  };
  const text = (name: string, fallback: string) => read(name, fallback, (value) => value, 'text');
  const folder = (name: string, fallback: string) => {
    const value = text(name, fallback);
    return isAbsolute(value) ? value : resolve(root, value);
  };

  const production = read('PRODUCTION', false, onOff, '1 or 0');
  const settings: Settings = {
    root,
    port: read('PORT', 3000, (value) => integer(value, 0, 65_535), 'a port between 0 and 65535'),
    host: text('HOST', '0.0.0.0'),
    dataDir: folder('DATA_DIR', '.data'),
    fileStore: read<S3Settings | undefined>(
      'FILE_STORE',
      undefined,
      readS3,
      'an address like https://KEY:SECRET@s3.example.com/bucket?region=eu-west-1, with / and + in the secret as %2F and %2B',
    ),
    databaseUrl: read<string | undefined>(
      'DATABASE_URL',
      undefined,
      databaseUrl,
      'an address like postgres://user:password@host:5432/name, with # / @ and the like in a password as %23 %2F %40',
    ),
    databasePool: read('DATABASE_POOL', 20, (value) => integer(value, 2, 500), 'a number between 2 and 500'),
    preparedStatements: read('PREPARED_STATEMENTS', true, onOff, 'on or off'),
    databaseExclusive: read('DATABASE_EXCLUSIVE', (env.DATABASE_URL ?? '').trim() === '', onOff, 'on or off'),
    schemasDir: folder('SCHEMAS_DIR', 'schemas.local'),
    schemasCheck: read('SCHEMAS_CHECK', true, onOff, 'on or off'),
    captcha: read('CAPTCHA', true, onOff, 'on or off'),
    clientId: text('CLIENT_ID', 'targus'),
    clientSecret: text('CLIENT_SECRET', demoSecrets.clientSecret),
    secretKeys: read<Buffer[]>('SECRET_KEY', [], secretKeys, '32 bytes in base64 or hex, several separated by commas'),
    production,
    plainHosts: read<string[]>('PLAIN_HOSTS', [], hostNames, 'names of hosts, separated by commas'),
    newPasswordFor: read<string | undefined>('NEW_PASSWORD_FOR', undefined, (value) => value, 'the name of an account'),
    noSecondFactorFor: read<string | undefined>('NO_SECOND_FACTOR_FOR', undefined, (value) => value, 'the name of an account'),
    logLevel: read<LogLevel>('LOG_LEVEL', process.stdout.isTTY ? 'warn' : 'info', logLevel, 'silent, error, warn, info or debug'),
    trustProxy: read<false | number | string>('TRUST_PROXY', false, trustProxy, 'off, a number of proxies or their addresses'),
    metricsPort: read<number | undefined>('METRICS_PORT', undefined, (value) => integer(value, 0, 65_535), 'a port between 0 and 65535'),
    metricsHost: text('METRICS_HOST', '127.0.0.1'),
    drainSeconds: read('DRAIN_SECONDS', 0, (value) => integer(value, 0, 600), 'a number of seconds between 0 and 600'),
    bodyMemory: read('BODY_MEMORY', 256, (value) => integer(value, 64, 65_536), 'a number of megabytes between 64 and 65536') * 1_048_576,
    callsPerMinute: read('CALLS_PER_MINUTE', 6_000, (value) => integer(value, 60, 100_000_000), 'a number from 60 to 100000000'),
    timeZone: read('TIME_ZONE', 'Asia/Shanghai', timeZone, 'a time zone such as Asia/Shanghai'),
    apiDocs: read('API_DOCS', !production, onOff, 'on or off'),
    apiTarget: read<string | undefined>('API_TARGET', undefined, httpUrl, 'an http or https address'),
    publicUrl: read<string | undefined>('PUBLIC_URL', undefined, httpOrigin, 'an http or https address without a path'),
    smtpUrl: read<string | undefined>('SMTP_URL', undefined, smtpUrl, 'an address like smtps://user:password@host:465'),
    mailFrom: text('MAIL_FROM', 'Targus <no-reply@localhost>'),
    wopiUrl: read<string | undefined>('WOPI_URL', undefined, httpUrl, 'an http or https address'),
    ssoProviders: ssoProviders(env.SSO_PROVIDERS?.trim() ?? '', root, wrong),
    dataSources: dataSources(env.DATA_SOURCES?.trim() ?? '', root, wrong),
    speech: speechSettings(
      read<string | undefined>('SPEECH_URL', undefined, plainUrl, 'an http or https address without user and password'),
      env,
    ),
    virusScan: read<ScannerAddress | undefined>(
      'VIRUS_SCAN',
      undefined,
      scannerAddress,
      'an address like clamd://host:3310 or clamd:///run/clamav/clamd.ctl',
    ),
    development: read('DEVELOPMENT', false, onOff, '1 or 0'),
  };
  if (settings.metricsPort === settings.port && settings.port !== 0) wrong.push('METRICS_PORT is that of PORT, expected one of its own');
  if (settings.production) wrong.push(...productionProblems(settings, env));
  if (wrong.length > 0) throw new StartError(`These settings are wrong:\n${wrong.map((line) => `  - ${line}`).join('\n')}`);
  return settings;
}

function ssoProviders(text: string, root: string, wrong: string[]): SsoProvider[] {
  return text === '' ? [] : readSsoProviders(text, root, (fault) => wrong.push(`SSO_PROVIDERS: ${fault}`));
}

function dataSources(text: string, root: string, wrong: string[]): DataSource[] {
  return text === '' ? [] : readDataSources(text, root, (fault) => wrong.push(`DATA_SOURCES: ${fault}`));
}

const secretSettings: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'CLIENT_SECRET',
  'SECRET_KEY',
  'SMTP_URL',
  'FILE_STORE',
  'SPEECH_URL',
]);

/** Secrets never reach a message. */
function shown(name: string, value: string): string {
  return secretSettings.has(name) ? '***' : value;
}

function speechSettings(url: string | undefined, env: Environment): SpeechSettings | undefined {
  const given = (name: string) => env[name]?.trim() || undefined;
  return url === undefined ? undefined : { url, key: given('SPEECH_KEY'), model: given('SPEECH_MODEL') };
}
