import { createHash, randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../database/connection.ts';
import { ApiError } from '../../../errors.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { drawCode, type Random } from './draw.ts';
import { encodeGif, encodePng } from './encode.ts';
import { glyphs } from './glyphs.ts';

const codeLength = 4;
const lifetimeSeconds = 5 * 60;
const alphabet = Object.keys(glyphs);

/** Draws a new captcha: base64 of the image, and the key it is answered with (API-07). */
export async function newCaptcha(
  db: Database,
  { width, height, type }: { width: number; height: number; type: 'gif' | 'png' },
): Promise<{ image: string; key: string }> {
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  const key = newSecret();
  await db
    .insertInto('captcha')
    .values({
      key_hash: hashSecret(key),
      answer_hash: answerHash(key, code),
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetimeSeconds})`,
    })
    .execute();
  const picture = drawCode(code, width, height, secureRandom());
  const image = type === 'png' ? encodePng(picture) : encodeGif(picture);
  return { image: image.toString('base64'), key };
}

/** Whether the code answers the captcha of this key. The captcha is gone afterwards, whatever the outcome. */
async function answerCaptcha(db: Database, key: string, code: string): Promise<boolean> {
  const row = await db
    .deleteFrom('captcha')
    .where('key_hash', '=', hashSecret(key))
    .returning(['answer_hash as answer', sql<boolean>`expires_at > now()`.as('isFresh')])
    .executeTakeFirst();
  return row?.isFresh === true && row.answer.equals(answerHash(key, code));
}

/** Whether a form may go on: its captcha is right, or none is needed. A captcha that was sent is used up in any case. */
export async function humanHere(
  db: Database,
  { captchaKey, captchaCode }: { captchaKey?: string | undefined; captchaCode?: string | undefined },
  needed: boolean,
): Promise<boolean> {
  const isRight = captchaKey !== undefined && captchaKey !== '' && (await answerCaptcha(db, captchaKey, captchaCode ?? ''));
  return isRight || !needed;
}

/** Case does not matter, nor do spaces around. */
function answerHash(key: string, code: string): Buffer {
  return createHash('sha256').update(`${key}:${code.trim().toUpperCase()}`).digest();
}

/** The noise is as unpredictable as the code: nobody may compute it away. */
function secureRandom(): Random {
  let pool = randomBytes(0);
  let position = 0;
  return () => {
    if (position + 4 > pool.length) {
      pool = randomBytes(4096);
      position = 0;
    }
    const value = pool.readUInt32LE(position) / 2 ** 32;
    position += 4;
    return value;
  };
}

/** That a code was not the one of the image, or came too late, said of the field it was typed in. */
export function captchaWrong(): ApiError {
  const detail = { field: 'captchaCode', message: 'The captcha is wrong or has expired', key: 'error.CAPTCHA_WRONG' };
  return new ApiError('CAPTCHA_WRONG', { details: [detail] });
}
