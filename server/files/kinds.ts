import { imageKind } from './image-kind.ts';
import { officeKind } from './office.ts';
import { isText } from './text.ts';

/** What a file is: its media type, and the extension it is kept under. */
export interface FileKind {
  extension: string;
  type: string;
}

/** Longest side of a picture: larger ones come from no camera or scanner people have. */
const longestSide = 20_000;

const none = async () => undefined;
const text = (extension: string, type: string) => async (content: Buffer) => (isText(content) ? { extension, type } : undefined);
const picture = (extension: 'png' | 'jpg') => async (content: Buffer) => {
  const kind = imageKind(content, longestSide);
  return kind?.extension === extension ? kind : undefined;
};

/** Everything that can be told from its bytes. SVG and HTML are not among it: a browser would run what is in them. */
const readers: Readonly<Record<string, (content: Buffer) => Promise<FileKind | undefined>>> = {
  png: picture('png'),
  jpg: picture('jpg'),
  jpeg: picture('jpg'),
  pdf: async (content) => (isPdf(content) ? { extension: 'pdf', type: 'application/pdf' } : undefined),
  xlsx: (content) => officeKind(content, 'xlsx'),
  docx: (content) => officeKind(content, 'docx'),
  pptx: (content) => officeKind(content, 'pptx'),
  csv: text('csv', 'text/csv'),
  txt: text('txt', 'text/plain'),
};

/** Whether files of this extension can be taken at all, whatever a rule says. */
export function isKnownExtension(extension: string): boolean {
  return Object.hasOwn(readers, extension.toLowerCase());
}

/** What the bytes are, as far as they are what the extension says; otherwise nothing. */
export async function fileKind(content: Buffer, extension: string): Promise<FileKind | undefined> {
  const name = extension.toLowerCase();
  const read = (Object.hasOwn(readers, name) ? readers[name] : undefined) ?? none;
  return await read(content);
}

/** Header at the very beginning, and at the end what leads a reader to the objects. */
function isPdf(content: Buffer): boolean {
  if (!/^%PDF-[12]\.\d/.test(content.toString('latin1', 0, 8))) return false;
  const end = content.toString('latin1', Math.max(0, content.length - 2_048));
  return /startxref\s+\d+\s+%%EOF/.test(end);
}
