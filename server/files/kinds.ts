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

const sound = (extension: string, type: string, isIt: (content: Buffer) => boolean) => async (content: Buffer) =>
  content.length > 44 && isIt(content) ? { extension, type } : undefined;
const latin = (content: Buffer, from: number, to: number) => content.toString('latin1', from, to);
const isMp4 = (content: Buffer) => latin(content, 4, 8) === 'ftyp';
const isMatroska = (content: Buffer) => content.readUInt32BE(0) === 0x1a45dfa3;

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
  wav: sound('wav', 'audio/wav', (content) => latin(content, 0, 4) === 'RIFF' && latin(content, 8, 12) === 'WAVE'),
  // With a head of its own, or from its first frame on.
  mp3: sound('mp3', 'audio/mpeg', (content) => latin(content, 0, 3) === 'ID3' || (content.readUInt16BE(0) & 0xffe6) === 0xffe2),
  m4a: sound('m4a', 'audio/mp4', isMp4),
  mp4: sound('mp4', 'audio/mp4', isMp4),
  webm: sound('webm', 'audio/webm', isMatroska),
  ogg: sound('ogg', 'audio/ogg', (content) => latin(content, 0, 4) === 'OggS'),
  flac: sound('flac', 'audio/flac', (content) => latin(content, 0, 4) === 'fLaC'),
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
