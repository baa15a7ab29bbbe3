import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a transcription service sees it. */
export interface SpeechRequest {
  method: string | undefined;
  path: string | undefined;
  authorization: string | undefined;
  body: string;
}

export interface SpeechService {
  url: string;
  requests: SpeechRequest[];
  /** What it answers from now on. */
  answer: (request: SpeechRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** A transcription service over HTTP that answers as it is told. */
export async function startSpeechService(): Promise<SpeechService> {
  const service: SpeechService = {
    url: '',
    requests: [],
    answer: (_request, response) => response.end('{"text":"hello"}'),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method, url, headers } = request;
      const seen = { method, path: url, authorization: headers.authorization, body: Buffer.concat(parts).toString('latin1') };
      service.requests.push(seen);
      service.answer(seen, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/audio/transcriptions`;
  return service;
}
