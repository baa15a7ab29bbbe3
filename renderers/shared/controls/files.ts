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

/** The first reason to refuse a file, or undefined. The server checks again. */
export function checkFile(file: { name: string; size: number }, limits: FileLimits): FileProblem | undefined {
  const { accept, maxBytes } = limits;
  if (accept && accept.length > 0 && !accept.includes(extensionOf(file.name))) {
    return { key: 'field.fileKind', values: { name: file.name, allowed: accept.join(', ') } };
  }
  if (file.size === 0) return { key: 'field.fileEmpty', values: { name: file.name } };
  if (maxBytes !== undefined && file.size > maxBytes) {
    return { key: 'field.fileSize', values: { name: file.name, size: sizeText(file.size), allowed: sizeText(maxBytes) } };
  }
  return undefined;
}
