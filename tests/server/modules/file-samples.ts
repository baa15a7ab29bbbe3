import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The smallest thing with the structure of a PDF of one empty page. */
export const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000053 00000 n 
0000000104 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
168
%%EOF
`);

const kinds = { xlsx: 'spreadsheetml.sheet', docx: 'wordprocessingml.document' } as const;

/** What makes an archive a document of Office, and one more part of it. */
export async function officeFile(kind: keyof typeof kinds, part = 'docProps/app.xml'): Promise<Buffer> {
  const archive = new ZipFile();
  const type = `application/vnd.openxmlformats-officedocument.${kinds[kind]}.main+xml`;
  archive.addBuffer(Buffer.from(`<Types><Override PartName="/main.xml" ContentType="${type}"/></Types>`), '[Content_Types].xml');
  archive.addBuffer(Buffer.from('<main/>'), part);
  archive.end();
  return await buffer(archive.outputStream);
}
