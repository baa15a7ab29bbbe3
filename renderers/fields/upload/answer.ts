import { isObject } from '../../../src/core/json-object.ts';

/** A file that was sent, as the form keeps it. */
export interface UploadedFile {
  name: string;
  path: string;
  size: number;
}

/** The path in the answer of an upload: result.path, result.sysFile.path or result.url (API-19); undefined when there is none. */
export function pathOf(result: unknown): string | undefined {
  if (typeof result === 'string') return result || undefined;
  if (!isObject(result)) return undefined;
  const inner = isObject(result.sysFile) ? result.sysFile.path : undefined;
  const path = result.path ?? inner ?? result.url;
  return typeof path === 'string' && path !== '' ? path : undefined;
}

/** Reads the value of the field; anything that is no file is left out. */
export function readFiles(value: unknown): UploadedFile[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((file) => ({
    name: String(file.name ?? file.path ?? ''),
    path: String(file.path ?? ''),
    size: typeof file.size === 'number' ? file.size : 0,
  }));
}

/** The address to look at a file: only paths of this site and data or blob images, never another scheme (security of links). */
export function safeAddress(path: string): string | undefined {
  if (/^data:image\/(png|gif|jpeg|webp);/i.test(path) || path.startsWith('blob:')) return path;
  return path.startsWith('/') && !path.startsWith('//') && !path.includes('\\') ? path : undefined;
}

export function isImage(name: string): boolean {
  return /\.(png|jpe?g|gif|webp|bmp)$/i.test(name);
}

/** Keys for a list in which the same text may stand twice. */
export function uniqueKeys(texts: string[]): string[] {
  const seen = new Map<string, number>();
  return texts.map((text) => {
    const count = seen.get(text) ?? 0;
    seen.set(text, count + 1);
    return count === 0 ? text : `${text}#${count}`;
  });
}
