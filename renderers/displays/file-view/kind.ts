export type Shown = 'picture' | 'pdf' | 'text' | 'none';

/** Longest text that is shown, in bytes: what is longer is read in a program for it. */
const mostText = 5 * 1024 * 1024;

/** How a file can be shown here. Only what no browser runs is: never SVG or HTML, whatever a server says of it. */
export function shownAs(type: string, size: number | undefined, hasPdfViewer: boolean): Shown {
  const name = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (name === 'image/png' || name === 'image/jpeg') return 'picture';
  if (name === 'application/pdf') return hasPdfViewer ? 'pdf' : 'none';
  if (name === 'text/plain' || name === 'text/csv') return size !== undefined && size > mostText ? 'none' : 'text';
  return 'none';
}

/** An address of this server, or nothing: a frame and a picture go nowhere else. */
export function ownAddress(url: string | null | undefined): string | undefined {
  return url?.startsWith('/') && !url.startsWith('//') && !url.includes('\\') ? url : undefined;
}

const encodings = ['utf-8', 'gb18030'];

/** The text of a file: UTF-16 with its mark, UTF-8, or GB 18030 as Chinese programs write it. What is none shows its signs as they come. */
export function textOf(content: ArrayBuffer): string {
  const [first, second] = new Uint8Array(content, 0, Math.min(2, content.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content);
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(content);
    } catch {
      // The next one.
    }
  }
  return new TextDecoder('utf-8').decode(content);
}

/** Lines a page of text has: more make a window slow. */
const linesOfPage = 500;

/** The text in pages; an empty one has one empty page. */
export function pagesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  const count = Math.ceil(lines.length / linesOfPage);
  return Array.from({ length: count }, (_, at) => lines.slice(at * linesOfPage, (at + 1) * linesOfPage).join('\n'));
}
