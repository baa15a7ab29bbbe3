import { crc32, deflateSync } from 'node:zlib';

interface Head {
  width: number;
  height: number;
  isInterlaced?: boolean;
}

/** A PNG in four bytes a pixel with these heads, one after the other, and so many bytes to unpack: what it is need not fit what it says. */
export function pngOf(heads: readonly Head[], bytes: number): Buffer {
  const data = deflateSync(Buffer.alloc(bytes), { level: 1 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...heads.map((head) => chunk('IHDR', headOf(head))),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function headOf({ width, height, isInterlaced = false }: Head): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, isInterlaced ? 1 : 0], 8);
  return head;
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
