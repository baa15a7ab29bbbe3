/**
 * Sends a request as fetch does, and tells how much of its body has gone, from 0 to 1: fetch cannot. The promise is kept and broken like that
 * of fetch; an address of another origin, and a redirect there, is none of its business.
 */
export function sendWithProgress(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    request.responseType = 'blob';
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    const abort = () => request.abort();
    init.signal?.addEventListener('abort', abort, { once: true });
    request.addEventListener('loadend', () => init.signal?.removeEventListener('abort', abort));
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError('The request failed')));
    request.addEventListener('abort', () => reject(new DOMException('The request was stopped', 'AbortError')));
    if (init.signal?.aborted) reject(new DOMException('The request was stopped', 'AbortError'));
    else request.send(init.body as XMLHttpRequestBodyInit | null);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const lines = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
    .filter(Boolean);
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  // These statuses have no body, and a response with one is refused.
  const body = [204, 205, 304].includes(request.status) ? null : (request.response as Blob);
  return new Response(body, { status: request.status, headers });
}
