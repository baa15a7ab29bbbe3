/** One part of a JSON pointer, escaped (RFC 6901). */
export function pointerPart(part: string | number): string {
  const text = String(part);
  // Nearly no key holds either; asking is much cheaper than replacing.
  return text.includes('~') || text.includes('/') ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text;
}
