/** A picture on a page: a JPEG, or bits (1 is paper) as a stencil. */
export type Scan = { jpeg: Buffer; width: number; height: number } | { bits: Buffer; width: number; height: number };

/** How a scanner keeps pages: a page for each list of strips, one below the other; `rotate`: how the page is shown. */
export function scannedPdf(pages: readonly (readonly Scan[])[], rotate = 0): Buffer {
  const objects: Buffer[] = [];
  const add = (head: string, stream?: Buffer) => {
    const body = stream
      ? Buffer.concat([Buffer.from(`${head.slice(0, -2)}/Length ${stream.length}>>stream\n`), stream, Buffer.from('\nendstream')])
      : Buffer.from(head);
    objects.push(body);
    return objects.length + 2;
  };
  const kids = pages.map((strips) => {
    const [width, height] = [strips[0]?.width ?? 1, strips.reduce((sum, strip) => sum + strip.height, 0)];
    const scale = 800 / width;
    let left = height;
    const drawn = strips.map((strip, at) => {
      left -= strip.height;
      return `q ${strip.width * scale} 0 0 ${strip.height * scale} 0 ${left * scale} cm /I${at} Do Q`;
    });
    const pictures = strips.map((strip, at) => {
      const size = `/Type/XObject/Subtype/Image/Width ${strip.width}/Height ${strip.height}`;
      const number =
        'jpeg' in strip
          ? add(`<<${size}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode>>`, strip.jpeg)
          : add(`<<${size}/ImageMask true/BitsPerComponent 1>>`, strip.bits);
      return `/I${at} ${number} 0 R`;
    });
    const content = add('<<>>', Buffer.from(drawn.join('\n')));
    return add(
      `<</Type/Page/Parent 2 0 R/Rotate ${rotate}/MediaBox[0 0 800 ${height * scale}]/Contents ${content} 0 R/Resources<</XObject<<${pictures.join('')}>>>>>>`,
    );
  });
  const parts = [
    Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'),
    Buffer.from(`2 0 obj<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${kids.length}>>endobj\n`),
    ...objects.flatMap((body, at) => [Buffer.from(`${at + 3} 0 obj`), body, Buffer.from('endobj\n')]),
    Buffer.from(`trailer<</Size ${objects.length + 3}/Root 1 0 R>>\nstartxref\n0\n%%EOF`),
  ];
  return Buffer.concat(parts);
}
