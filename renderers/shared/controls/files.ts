export interface FileLimits {
  /** Allowed extensions in lower case with the dot; none given allows all. */
  accept?: string[];
  maxBytes?: number;
}
/** Why a file is refused: a text key of the area `field` and its values. */
export interface FileProblem {
  key: 'field.fileKind' | 'field.fileSize' | 'field.fileEmpty' | 'field.fileCount';
  values: Record<string, string | number>;
}

/** Extension in lower case with the dot, '' when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot).toLowerCase() : '';
}

/** Size for people: 1,536 -> 1.5 KB. */
export function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : Math.round(size * 10) / 10} ${units[unit]}`;
}

/** A size above another one, in bytes where they look alike otherwise. */
function sizeAbove(bytes: number, most: number): string {
  const text = sizeText(bytes);
  return text === sizeText(most) ? `${bytes.toLocaleString('en')} B` : text;
}

/** What a server says of a file it does not take and would not take again; undefined for what another try may change. The text names the file. */
export function refusalOf(error: unknown): string | undefined {
  const details = (error as { details?: unknown }).details;
  const [first] = Array.isArray(details) ? (details as { field?: unknown; key?: unknown; message?: unknown }[]) : [];
  return first?.field === 'file' && typeof first.key === 'string' && typeof first.message === 'string' ? first.message : undefined;
}

/** The first reason to refuse a file, or undefined. The server checks again. */
export function checkFile(file: { name: string; size: number }, limits: FileLimits): FileProblem | undefined {
  const { accept, maxBytes } = limits;
  if (accept && accept.length > 0 && !accept.includes(extensionOf(file.name))) {
    return { key: 'field.fileKind', values: { name: file.name, allowed: accept.join(', ') } };
  }
  if (file.size === 0) return { key: 'field.fileEmpty', values: { name: file.name } };
  if (maxBytes !== undefined && file.size > maxBytes) {
    return { key: 'field.fileSize', values: { name: file.name, size: sizeAbove(file.size, maxBytes), allowed: sizeText(maxBytes) } };
  }
  return undefined;
}
