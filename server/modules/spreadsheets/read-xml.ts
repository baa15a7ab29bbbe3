import { UnreadableFile } from './unreadable.ts';

/** What a reader of XML is told, in order. Names are without their prefix. */
export interface XmlReader {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Most tags of a file: a sheet of the most rows and columns anybody fills stays far below. */
const mostTags = 1_000_000;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads XML once from start to end, in time that grows with its length only. There are no document types, so no entities but the
 * five of XML itself: nothing is fetched and nothing grows.
 * @throws UnreadableFile
 */
export function readXml(xml: string, reader: XmlReader): void {
  let at = 0;
  let tags = 0;
  while (at < xml.length) {
    const start = xml.indexOf('<', at);
    const text = xml.slice(at, start < 0 ? xml.length : start);
    if (text !== '') reader.text?.(decoded(text));
    if (start < 0) return;
    tags += 1;
    if (tags > mostTags) throw new UnreadableFile('tooLarge');
    at = readMarkup(xml, start, reader);
  }
}

/** Reads what starts with `<`. Gives the place after it. */
function readMarkup(xml: string, start: number, reader: XmlReader): number {
  if (xml.startsWith('<!--', start)) return after(xml, '-->', start);
  if (xml.startsWith('<?', start)) return after(xml, '?>', start);
  if (xml.startsWith('<![CDATA[', start)) {
    const end = after(xml, ']]>', start);
    reader.text?.(xml.slice(start + 9, end - 3));
    return end;
  }
  if (xml.startsWith('<!', start)) throw new UnreadableFile('damaged');
  const end = tagEnd(xml, start);
  const tag = xml.slice(start + 1, end);
  if (tag.startsWith('/')) reader.close?.(localName(tag.slice(1).trim()));
  else {
    const isEmpty = tag.endsWith('/');
    const content = isEmpty ? tag.slice(0, -1) : tag;
    const length = content.search(/\s/);
    const name = localName(length < 0 ? content : content.slice(0, length));
    reader.open?.(name, length < 0 ? {} : attributesOf(content.slice(length)));
    if (isEmpty) reader.close?.(name);
  }
  return end + 1;
}

function after(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from);
  if (at < 0) throw new UnreadableFile('damaged');
  return at + end.length;
}

/** The `>` of a tag; those in values do not count. */
function tagEnd(xml: string, start: number): number {
  let quote = '';
  for (let at = start; at < xml.length; at += 1) {
    const sign = xml.charAt(at);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  throw new UnreadableFile('damaged');
}

/** Read sign by sign: a pattern would start anew at every sign of a long name. */
function attributesOf(text: string): Record<string, string> {
  const found: [string, string][] = [];
  let at = afterSpace(text, 0);
  while (at < text.length) {
    const equals = text.indexOf('=', at);
    const start = equals < 0 ? text.length : afterSpace(text, equals + 1);
    const quote = text.charAt(start);
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, start + 1) : -1;
    if (end < 0) throw new UnreadableFile('damaged');
    found.push([localName(text.slice(at, equals).trimEnd()), decoded(text.slice(start + 1, end))]);
    at = afterSpace(text, end + 1);
  }
  return Object.fromEntries(found);
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return at;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|[a-z]{2,4});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? whole;
    const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
