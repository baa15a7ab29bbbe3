import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A store for one bucket that speaks as much S3 as we do, and believes nobody whose signature it cannot make itself. */
export interface S3Server {
  address: string;
  /** What is in the bucket, by path. */
  objects: Map<string, Buffer>;
  /** What was refused, and why. */
  refused: string[];
  close(): Promise<void>;
}

const key = 'test-key';
const region = 'eu-west-1';

export async function startS3(secret: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = (request.url ?? '').split('?')[0] ?? '';
    const fault = faultOf(request, body, secret);
    if (fault) {
      refused.push(fault);
      response.writeHead(403).end(fault);
    } else if (request.method === 'PUT') {
      objects.set(path, body);
      response.writeHead(200).end();
    } else if (request.method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
    } else {
      const found = objects.get(path);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (!found) response.writeHead(404).end('NoSuchKey');
      else if (from === undefined) response.writeHead(200).end(found);
      else response.writeHead(206).end(found.subarray(Number(from), Number(to) + 1));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://${key}:${encodeURIComponent(secret)}@127.0.0.1:${port}/bucket/folder?region=${region}`,
    objects,
    refused,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const hmac = (by: string | Buffer, text: string) => createHmac('sha256', by).update(text).digest();

/** Signature Version 4 as Amazon describes it; nothing when it is right. */
function faultOf({ headers, method, url = '' }: IncomingMessage, body: Buffer, secret: string): string | undefined {
  const [, scope = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=test-key\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (signature === undefined) return 'no signature';
  const moment = String(headers['x-amz-date']);
  const day = moment.slice(0, 8);
  if (scope !== `${day}/${region}/s3/aws4_request`) return `scope ${scope}`;
  if (!signed.split(';').includes('host')) return 'the host is not signed';
  const content = String(headers['x-amz-content-sha256']);
  if (content !== 'UNSIGNED-PAYLOAD' && content !== sha256(body)) return 'the content is not what was signed';
  if (method === 'PUT' && content === 'UNSIGNED-PAYLOAD') return 'the content is not signed';
  const [path = '', query = ''] = url.split('?');
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, path, query, lines.join(''), signed, content].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', moment, scope, sha256(request)].join('\n');
  const signing = ['s3', 'aws4_request'].reduce<Buffer>((by, part) => hmac(by, part), hmac(hmac(`AWS4${secret}`, day), region));
  return hmac(signing, toSign).toString('hex') === signature ? undefined : 'the signature is wrong';
}
