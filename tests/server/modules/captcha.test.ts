import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawCode, type Picture } from '../../../server/modules/identity/captcha/draw.ts';
import { encodeGif, encodePng } from '../../../server/modules/identity/captcha/encode.ts';
import { glyphs } from '../../../server/modules/identity/captcha/glyphs.ts';
import { hashSecret } from '../../../server/modules/identity/secrets.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, signIn } from './client.ts';
import { decodeGif } from './gif.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { CAPTCHA: 'on' } });
});
afterAll(async () => await app.close());

interface Captcha {
  image: string;
  key: string;
}
async function captcha(query = ''): Promise<Captcha> {
  return (await call(app, `/api/login/captcha${query}`)).body.data as Captcha;
}

/** Gives the captcha a known answer: what the image says is for eyes. */
async function answerable(key: string, code: string): Promise<void> {
  await app.db
    .updateTable('captcha')
    .set({ answer_hash: hashSecret(`${key}:${code}`) })
    .where('key_hash', '=', hashSecret(key))
    .execute();
}

describe('the captcha call', () => {
  it('[API-07] gives a GIF of 120x40 by default and a PNG on request, in the size asked for', async () => {
    const gif = decodeGif(Buffer.from((await captcha()).image, 'base64'));
    expect([gif.width, gif.height]).toEqual([120, 40]);
    const png = PNG.sync.read(Buffer.from((await captcha('?width=240&height=80&type=png&t=0.5')).image, 'base64'));
    expect([png.width, png.height]).toEqual([240, 80]);
  });

  it('refuses sizes that would cost much', async () => {
    for (const query of ['?width=5000', '?height=1', '?type=svg', '?width=x']) {
      expect((await call(app, `/api/login/captcha${query}`)).body.code).toBe('PARAMETER_ERROR');
    }
  });

  it('[LOGIN-04] is announced where the login page reads it', async () => {
    const config = await call(app, '/api/login/login_config', { headers: { auth: '1' } });
    expect(config.body.data).toMatchObject({ internalEnableCaptcha: true });
    const ways = await call(app, '/api/login/auth_properties');
    expect(ways.body.data).toMatchObject({ configs: [{ protocol: 'INTERNAL', internalEnableCaptcha: true }] });
  });
});

describe('signing in with a captcha', () => {
  const login = (captchaKey: string, captchaCode: string, password = 'targus-demo') =>
    signIn(app, 'admin', password, { captchaKey, captchaCode });

  it('takes the code in any case, once', async () => {
    const { key } = await captcha();
    await answerable(key, 'K4MR');
    expect((await login(key, ' k4mr ')).status).toBe(200);
    expect((await login(key, 'K4MR')).body.code).toBe('CAPTCHA_WRONG');
  });

  it('uses the captcha up with a wrong code and with a wrong password', async () => {
    const first = await captcha();
    await answerable(first.key, 'K4MR');
    expect((await login(first.key, 'XXXX')).body.code).toBe('CAPTCHA_WRONG');
    expect((await login(first.key, 'K4MR')).body.code).toBe('CAPTCHA_WRONG');
    const second = await captcha();
    await answerable(second.key, 'K4MR');
    expect((await login(second.key, 'K4MR', 'no')).body.code).toBe('LOGIN_FAILED');
    expect((await login(second.key, 'K4MR')).body.code).toBe('CAPTCHA_WRONG');
  });

  it('lets one of many parallel tries use it', async () => {
    const { key } = await captcha();
    await answerable(key, 'K4MR');
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(key, 'K4MR')));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('expires after five minutes', async () => {
    const { key } = await captcha();
    await answerable(key, 'K4MR');
    const { expires } = await app.db
      .selectFrom('captcha')
      .select('expires_at as expires')
      .where('key_hash', '=', hashSecret(key))
      .executeTakeFirstOrThrow();
    expect(Math.abs(expires.getTime() - Date.now() - 5 * 60_000)).toBeLessThan(5_000);
    await app.db.updateTable('captcha').set({ expires_at: new Date() }).where('key_hash', '=', hashSecret(key)).execute();
    expect((await login(key, 'K4MR')).body.code).toBe('CAPTCHA_WRONG');
  });

  it('is needed: no key, an unknown key and no code are refused before the password is looked at', async () => {
    const { key } = await captcha();
    for (const answer of [await signIn(app, 'admin', 'targus-demo'), await login('unknown', 'K4MR'), await login(key, '')]) {
      expect(answer.body.code).toBe('CAPTCHA_WRONG');
    }
  });

  it('clears expired captchas away', async () => {
    await captcha();
    await app.db
      .updateTable('captcha')
      .set({ expires_at: new Date(0) })
      .execute();
    await captcha();
    expect(await app.db.selectFrom('captcha').select('key_hash').execute()).toHaveLength(1);
  });
});

describe('the drawing', () => {
  const random = (seed: number) => () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  const inked = (picture: Picture) => picture.pixels.filter((pixel) => pixel % 16 > 10).length;

  it('draws every character in its own way, and none twice the same', () => {
    const pictures = Object.keys(glyphs).map((character) => drawCode(character.repeat(4), 120, 40, random(7)));
    expect(new Set(pictures.map((picture) => Buffer.from(picture.pixels).toString('hex'))).size).toBe(pictures.length);
    for (const picture of pictures) expect(inked(picture)).toBeGreaterThan(inked(drawCode('', 120, 40, random(7))) + 100);
    expect(drawCode('K4MR', 120, 40, random(1)).pixels).not.toEqual(drawCode('K4MR', 120, 40, random(2)).pixels);
  });

  it('uses no characters people mix up', () => {
    expect(Object.keys(glyphs).join('')).not.toMatch(/[0O1IL5S2Z8B]/);
  });

  it('writes the same pixels into a GIF and a PNG, also when the code table of the GIF starts again', () => {
    for (const [width, height] of [
      [60, 24],
      [400, 160],
    ] as const) {
      const picture = drawCode('W7XN', width, height, random(3));
      const gif = decodeGif(encodeGif(picture));
      expect(gif.pixels).toEqual(picture.pixels);
      const png = PNG.sync.read(encodePng(picture));
      const colours = [...picture.pixels].flatMap((pixel) => [...(picture.palette[pixel] ?? []), 255]);
      expect([...png.data]).toEqual(colours);
      expect(gif.palette.slice(0, picture.palette.length)).toEqual(picture.palette.map((colour) => [...colour]));
    }
  });
});
