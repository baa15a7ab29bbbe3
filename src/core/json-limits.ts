/** Bounds of JSON from elsewhere: menus, published documents, `meta` texts. */
export interface JsonLimits {
  /** Bytes of UTF-8. */
  maxBytes: number;
  maxDepth: number;
  /** Objects, lists and plain values together. */
  maxNodes: number;
}

/** Defaults. The number of values is bounded by the size already; a page has its own bound of nodes (MAX_PAGE_NODES). */
export const JSON_LIMITS: JsonLimits = { maxBytes: 1_048_576, maxDepth: 32, maxNodes: Number.POSITIVE_INFINITY };

/** Bounds of a document: a page of nodes as deep as it may be (MAX_PAGE_DEPTH) takes several levels for each. */
export const DOCUMENT_LIMITS: JsonLimits = { maxBytes: 4_194_304, maxDepth: 256, maxNodes: 200_000 };

export type JsonErrorCode = 'JSON_TOO_LARGE' | 'JSON_TOO_DEEP' | 'JSON_TOO_MANY' | 'JSON_SYNTAX';

export class JsonError extends Error {
  readonly code: JsonErrorCode;

  constructor(code: JsonErrorCode, message: string) {
    super(message);
    this.name = 'JsonError';
    this.code = code;
  }
}

/**
 * JSON.parse within bounds. Size, depth and number of values are measured on the text, before anything is built or anything recursive
 * runs. Throws JsonError JSON_TOO_LARGE, JSON_TOO_DEEP, JSON_TOO_MANY or JSON_SYNTAX.
 */
export function parseLimitedJson(text: string, limits: Partial<JsonLimits> = {}): unknown {
  const { maxBytes, maxDepth, maxNodes } = { ...JSON_LIMITS, ...limits };
  if (text.length > maxBytes || (text.length * 3 > maxBytes && utf8Length(text) > maxBytes)) {
    throw new JsonError('JSON_TOO_LARGE', `more than ${maxBytes} bytes`);
  }
  // A text this short cannot break the bounds below: n levels take 2n characters, n values about as many.
  if (text.length >= maxDepth * 2 || text.length >= maxNodes) scan(text, maxDepth, maxNodes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new JsonError('JSON_SYNTAX', cause instanceof Error ? cause.message : 'not JSON');
  }
}

/** Checks a value already parsed, without recursion. Throws JsonError JSON_TOO_DEEP or JSON_TOO_MANY. */
export function checkJsonLimits(value: unknown, limits: Partial<JsonLimits> = {}): void {
  const { maxDepth, maxNodes } = { ...JSON_LIMITS, ...limits };
  const stack: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let nodes = 0;
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    nodes += 1;
    if (nodes > maxNodes) throw new JsonError('JSON_TOO_MANY', `more than ${maxNodes} values`);
    if (typeof entry.value !== 'object' || entry.value === null) continue;
    const depth = entry.depth + 1;
    if (depth > maxDepth) throw new JsonError('JSON_TOO_DEEP', `nested deeper than ${maxDepth}`);
    for (const child of Object.values(entry.value)) stack.push({ value: child, depth });
  }
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;

function scan(text: string, maxDepth: number, maxNodes: number): void {
  let depth = 0;
  // Every value but the first of its container follows a comma; every container brings at most one first value.
  let values = 1;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      for (index += 1; index < text.length && text.charCodeAt(index) !== QUOTE; index += 1) {
        if (text.charCodeAt(index) === BACKSLASH) index += 1;
      }
    } else if (code === 123 || code === 91) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) throw new JsonError('JSON_TOO_DEEP', `nested deeper than ${maxDepth}`);
    } else if (code === 125 || code === 93) depth -= 1;
    else if (code === COMMA) values += 1;
    if (values > maxNodes) throw new JsonError('JSON_TOO_MANY', `more than ${maxNodes} values`);
  }
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}
