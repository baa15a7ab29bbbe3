import { isIP } from 'node:net';

/** How the values of settings are read: each gives undefined for what is none. */

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export function secretKeys(value: string): Buffer[] | undefined {
  const keys = value.split(',').map((text) => Buffer.from(text.trim(), /^[0-9a-f]{64}$/i.test(text.trim()) ? 'hex' : 'base64'));
  return keys.every((key) => key.length === 32) ? keys : undefined;
}

export function integer(value: string, low: number, high: number): number | undefined {
  if (!/^\d+$/.test(value)) return undefined;
  const number = Number(value);
  return number >= low && number <= high ? number : undefined;
}

export function onOff(value: string): boolean | undefined {
  if (['1', 'on', 'true', 'yes'].includes(value.toLowerCase())) return true;
  if (['0', 'off', 'false', 'no'].includes(value.toLowerCase())) return false;
  return undefined;
}

export function logLevel(value: string): LogLevel | undefined {
  const levels: LogLevel[] = ['silent', 'error', 'warn', 'info', 'debug'];
  return levels.find((level) => level === value);
}

export function trustProxy(value: string): false | number | string | undefined {
  const isOn = onOff(value);
  if (isOn === false) return false;
  return integer(value, 1, 32) ?? (isOn ? 1 : undefined) ?? (value.split(',').every(isNetwork) ? value : undefined);
}

/** An address, a network such as 10.0.0.0/8, or the name of one. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.trim().split('/');
  const version = isIP(address);
  if (version === 0) return bits === undefined && ['loopback', 'linklocal', 'uniquelocal'].includes(address);
  return rest.length === 0 && (bits === undefined || integer(bits, 1, version === 4 ? 32 : 128) !== undefined);
}

/** A zone by its name. An offset such as `+08:00` is none: to PostgreSQL it means the opposite. */
export function timeZone(value: string): string | undefined {
  if (/^[+-]/.test(value)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function databaseUrl(value: string): string | undefined {
  if (value.startsWith('socket:')) return value;
  // Without a host, which then stands behind the question mark, it is an address all the same.
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value.replace('@/', '@host/')) ? value : undefined;
}

/** An address without a secret in it: it may stand in a message. */
export function plainUrl(value: string): string | undefined {
  const url = httpUrl(value);
  return url === undefined || new URL(url).username !== '' || new URL(url).password !== '' ? undefined : url;
}

export function httpUrl(value: string): string | undefined {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value.replace(/\/+$/, '') : undefined;
}

/** An IPv6 address without the brackets it has in addresses of services; other hosts as they are. */
export const unbracketed = (host: string): string => host.replace(/^\[|\]$/g, '');

/** Names and addresses of hosts, separated by commas, in small letters. */
export function hostNames(value: string): string[] | undefined {
  const names = value.split(',').map((name) => unbracketed(name.trim().toLowerCase()));
  return names.every((name) => isIP(name) !== 0 || /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?\.?$/.test(name)) ? names : undefined;
}

/** Scheme, host and port without a slash at the end. */
export function httpOrigin(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && `${pathname}${search}${hash}${username}${password}` === '/' ? origin : undefined;
}

export function smtpUrl(value: string): string | undefined {
  return /^smtps?:\/\/./.test(value) && URL.canParse(value) && new URL(value).hostname !== '' ? value : undefined;
}
