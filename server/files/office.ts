import { readZip, tryZip } from '../modules/spreadsheets/read-zip.ts';
import { UnreadableFile } from '../modules/spreadsheets/unreadable.ts';
import type { FileKind } from './kinds.ts';

/** Most a document may unpack to: presentations hold pictures. */
const limits = { bytes: 256 * 1024 * 1024, entries: 10_000 };

const base = 'application/vnd.openxmlformats-officedocument';
const main = { xlsx: 'spreadsheetml.sheet', docx: 'wordprocessingml.document', pptx: 'presentationml.presentation' } as const;

/**
 * A document of Office: a zip archive within the limits, every entry of it whole, whose list of contents names the main part of this kind.
 * Those with macros say another kind there, and a password hides it: both are nothing.
 */
export async function officeKind(content: Buffer, extension: keyof typeof main): Promise<FileKind | undefined> {
  try {
    const parts = await readZip(content, limits);
    const list = await parts.get('[Content_Types].xml')?.();
    if (!list?.includes(`"${base}.${main[extension]}.main+xml"`)) return undefined;
    const names = await tryZip(content, limits);
    if (names.some((name) => /vbaProject\.bin$/i.test(name))) return undefined;
    return { extension, type: `${base}.${main[extension]}` };
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}
