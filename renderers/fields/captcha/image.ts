/** What the captcha call answers. */
export interface CaptchaAnswer {
  image: string;
  key: string;
}

const TYPES = { gif: 'image/gif', png: 'image/png' } as const;

/** Reads an answer; undefined when image or key is missing. */
export function readAnswer(answer: unknown): CaptchaAnswer | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { image, key } = answer as { image?: unknown; key?: unknown };
  return typeof image === 'string' && image !== '' && typeof key === 'string' && key !== '' ? { image, key } : undefined;
}

/** Address of the image: data addresses of images as they are, anything else is base64 of the asked type. Other addresses are never loaded. */
export function imageAddress(image: string, type: keyof typeof TYPES): string | undefined {
  const text = image.trim();
  if (/^data:image\/(gif|png|jpeg);base64,/i.test(text)) return text;
  const base64 = text.replace(/\s/g, '');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? `data:${TYPES[type]};base64,${base64}` : undefined;
}
