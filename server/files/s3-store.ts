import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { ApiError } from '../errors.ts';
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

/**
 * Files in a bucket. What is put is answered for by its hash, which the store checks.
 * @throws ApiError UNAVAILABLE from every function when the store cannot be reached or refuses; what it said is for the log
 */
export function s3Store({ bucket, region, key, secret }: S3Settings): FileStore {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: 's3', region, retries: 2 });
  const ask = async (name: string, init: RequestInit, accepted: readonly number[]): Promise<Response> => {
    let answer: Response;
    try {
      answer = await client.fetch(`${bucket}/${name}`, { ...init, signal: AbortSignal.timeout(PATIENCE) });
    } catch (error) {
      throw unavailable(error);
    }
    if (accepted.includes(answer.status)) return answer;
    throw unavailable(new Error(`${init.method} ${name}: ${answer.status} ${(await answer.text()).slice(0, 500)}`));
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
      const { body } = await ask(name, { method: 'GET', ...(headers && { headers }) }, [range ? 206 : 200]);
      return body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]);
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
