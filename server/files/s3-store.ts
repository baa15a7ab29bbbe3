import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { ApiError } from '../errors.ts';
import { patientBody } from './patient-body.ts';
import type { FileStore } from './store.ts';

/** A store that speaks S3: that of Amazon, MinIO, Ceph, and those of most clouds. */
export interface S3Settings {
  /** Address of the bucket, and of a folder in it, without a slash at the end: https://s3.example.com/targus/files-of-test. */
  bucket: string;
  region: string;
  key: string;
  secret: string;
}

/** Milliseconds a store may be silent. */
const PATIENCE = 60_000;
/** Bytes a second that leave at least, of which nobody hears how far they are: for so much longer the store may be silent about what it is sent. */
const SLOWEST = 500_000;
/** How often it is asked again where it fails, or is asked too much. */
const RETRIES = 2;

type Question = RequestInit & { body?: Uint8Array<ArrayBuffer> };

/**
 * Files in a bucket. What is put is answered for by its hash, which the store checks.
 * @throws ApiError UNAVAILABLE from every function when the store cannot be reached or refuses; what it said is for the log
 */
export function s3Store({ bucket, region, key, secret }: S3Settings, patience = PATIENCE): FileStore {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region });
  const bodyOf = ({ body }: Response): Readable =>
    body ? patientBody(body as ReadableStream<Uint8Array>, patience, unavailable) : Readable.from([]);
  const once = async (name: string, init: Question): Promise<Response> => {
    const late = new AbortController();
    const longest = patience + ((init.body?.length ?? 0) / SLOWEST) * 1000;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = new Error(`no answer within ${Math.round(longest)} ms`);
        reject(error);
        late.abort(error);
      }, longest);
    });
    try {
      return await Promise.race([fetch(await client.sign(`${bucket}/${name}`, init), { signal: late.signal }), silence]);
    } finally {
      clearTimeout(timer);
    }
  };
  const answerTo = async (name: string, init: Question): Promise<Response> => {
    for (let time = 0; ; time += 1) {
      const answer = await once(name, init);
      if (time === RETRIES || (answer.status < 500 && answer.status !== 429)) return answer;
      await answer.body?.cancel();
      await sleep(Math.random() * 50 * 2 ** time);
    }
  };
  const ask = async (name: string, init: Question, accepted: readonly number[]): Promise<Response> => {
    const answer = await answerTo(name, init).catch((error: unknown) => {
      throw unavailable(error);
    });
    if (accepted.includes(answer.status)) return answer;
    throw unavailable(new Error(`${init.method} ${name}: ${answer.status} ${(await text(bodyOf(answer))).slice(0, 500)}`));
  };
  const put = async (name: string, content: Buffer): Promise<void> => {
    const headers = { 'x-amz-content-sha256': createHash('sha256').update(content).digest('hex') };
    await ask(name, { method: 'PUT', body: new Uint8Array(content), headers }, [200]);
  };
  return {
    put,
    async putFile(name, path) {
      await put(name, await readFile(path));
      await rm(path, { force: true });
    },
    async read(name, range) {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined;
      return bodyOf(await ask(name, { method: 'GET', ...(headers && { headers }) }, [range ? 206 : 200]));
    },
    async remove(name) {
      const { body } = await ask(name, { method: 'DELETE' }, [200, 204, 404]);
      await body?.cancel();
    },
  };
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('UNAVAILABLE', { msg: 'The server cannot reach its file store', cause });
}

/**
 * Reads `https://KEY:SECRET@s3.example.com/bucket?region=eu-west-1`, or with http where the network between is one's own. Key and secret are
 * written as everywhere in addresses: `/` as %2F, `+` as %2B. Nothing where it is no such address.
 */
export function readS3(text: string): S3Settings | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, username, password, searchParams, hash } = new URL(text);
  const path = pathname.replace(/\/+$/, '');
  const isWhole = /^https?:$/.test(protocol) && path !== '' && username !== '' && password !== '' && hash === '';
  const others = [...searchParams.keys()].filter((name) => name !== 'region');
  if (!isWhole || others.length > 0) return undefined;
  const region = searchParams.get('region') ?? 'us-east-1';
  return { bucket: `${protocol}//${host}${path}`, region, key: decodeURIComponent(username), secret: decodeURIComponent(password) };
}
