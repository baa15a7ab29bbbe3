import { SaxesParser } from 'saxes';
import { UnreadableFile } from './unreadable.ts';

/** What a reader of XML is told, in order. Names are without their prefix. */
export interface XmlReader {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** Most tags of a file: a sheet of the most rows and columns anybody fills stays far below. */
const usualTags = 1_000_000;
/** Most attributes of a tag: spreadsheets write a dozen. */
const mostAttributes = 1_000;

/**
 * Reads XML once from start to end. There are no document types, so no entities but the five of XML itself: nothing is fetched and
 * nothing grows.
 * @throws UnreadableFile
 */
export function readXml(xml: string, reader: XmlReader): void {
  parserFor(reader, usualTags).write(xml).close();
}

/** `readXml` of parts that come one after the other; others get their turn between two of them. @throws UnreadableFile */
export async function readXmlParts(parts: AsyncIterable<string>, reader: XmlReader, mostTags = usualTags): Promise<void> {
  const parser = parserFor(reader, mostTags);
  for await (const part of parts) {
    parser.write(part);
    await new Promise(setImmediate);
  }
  parser.close();
}

function parserFor(reader: XmlReader, mostTags: number): SaxesParser {
  const parser = new SaxesParser();
  let tags = 0;
  let attributesOfTag = 0;
  parser.on('opentagstart', () => {
    attributesOfTag = 0;
  });
  parser.on('attribute', () => {
    attributesOfTag += 1;
    if (attributesOfTag > mostAttributes) throw new UnreadableFile('tooLarge');
  });
  parser.on('opentag', ({ name, attributes }) => {
    tags += 1;
    if (tags > mostTags) throw new UnreadableFile('tooLarge');
    reader.open?.(localName(name), withLocalNames(attributes));
  });
  parser.on('closetag', ({ name }) => reader.close?.(localName(name)));
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  parser.on('doctype', () => {
    throw new UnreadableFile('damaged');
  });
  parser.on('error', (error) => {
    throw new UnreadableFile('damaged', undefined, { cause: error });
  });
  return parser;
}

/** Cells, of which there may be millions, have no prefixes: their attributes stay as they are. */
function withLocalNames(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const key in attributes) {
    if (key.includes(':')) return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), value]));
  }
  return attributes;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
