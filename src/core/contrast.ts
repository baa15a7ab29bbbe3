/** An opaque or translucent colour: red, green, blue 0..255, alpha 0..1. */
export interface Colour {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** Reads #rgb, #rgba, #rrggbb, #rrggbbaa, rgb() and rgba(), in numbers or percent. Throws RangeError for anything else. */
export function parseColour(source: string): Colour {
  const hex = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(source.trim())?.[1];
  if (hex !== undefined) {
    const long = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
    return { r: part(0), g: part(2), b: part(4), a: long.length === 8 ? part(6) / 255 : 1 };
  }
  const written = /^rgba?\(([^)]+)\)$/i.exec(source.trim())?.[1]?.split(/[\s,/]+/);
  const parts = written?.filter(Boolean).map((part, index) => numberOf(part, index < 3 ? 255 : 1)) ?? [];
  const [r, g, b, a = 1] = parts;
  if (r === undefined || g === undefined || b === undefined || parts.length > 4 || !parts.every(Number.isFinite)) {
    throw new RangeError(`Not a colour: ${source}`);
  }
  return { r, g, b, a };
}

/** A part of rgb(); NaN for anything but a number or a percentage of `whole`. */
function numberOf(part: string, whole: number): number {
  return part.endsWith('%') ? (Number(part.slice(0, -1)) / 100) * whole : Number(part);
}

/** What one sees when `top` lies on the opaque colour `below`. */
export function blend(top: Colour, below: Colour): Colour {
  const mix = (over: number, under: number) => over * top.a + under * (1 - top.a);
  return { r: mix(top.r, below.r), g: mix(top.g, below.g), b: mix(top.b, below.b), a: 1 };
}

function luminance({ r, g, b }: Colour): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Contrast ratio of WCAG 2 between a text colour and the opaque colour it stands on: 1 to 21. */
export function contrast(text: string, background: string): number {
  const below = parseColour(background);
  const over = luminance(blend(parseColour(text), below));
  const under = luminance(below);
  return (Math.max(over, under) + 0.05) / (Math.min(over, under) + 0.05);
}

/** The better readable of two text colours on a background. */
export function readable(background: string, light: string, dark: string): string {
  return contrast(light, background) >= contrast(dark, background) ? light : dark;
}

/** Every colour a CSS background names: one for a plain colour, the stops of a gradient. */
export function coloursOf(background: string): string[] {
  return background.match(/#[0-9a-f]{3,8}\b|rgba?\([^)]+\)/gi) ?? [];
}
