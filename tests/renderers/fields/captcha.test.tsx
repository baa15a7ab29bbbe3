import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { imageAddress, readAnswer } from '../../../renderers/fields/captcha/image.ts';
import { formOf, probed, settle, show } from './harness.tsx';

const field = { widget: 'captcha', name: 'captchaCode', label: { en: 'Captcha' }, call: 'login.captcha' };
const click = async (element: Element) => {
  await act(async () => void fireEvent.click(element));
  await settle(4);
};
function counting() {
  let count = 0;
  return {
    'login.captcha': () => {
      count += 1;
      return { image: 'R0lGODlh', key: `key${count}` };
    },
  };
}

describe('captcha', () => {
  it('[LOGIN-04] asks for 120 x 40 and shows 120 x 50, with the key in the other field', async () => {
    const { calls } = await show(formOf([field, { widget: 'hidden', name: 'captchaKey' }]), { calls: counting() });
    expect(calls[0]?.args.with).toEqual({ width: 120, height: 40, type: 'gif' });
    const image = screen.getByRole<HTMLImageElement>('img');
    expect([image.width, image.height, image.src]).toEqual([120, 50, 'data:image/gif;base64,R0lGODlh']);
    expect(probed.value).toMatchObject({ captchaKey: 'key1' });
  });

  it('[LOGIN-04] loads another image on a click and empties the code', async () => {
    const { calls } = await show(formOf([field]), { calls: counting() });
    fireEvent.change(screen.getByLabelText('Captcha'), { target: { value: 'abc' } });
    await settle(2);
    expect(probed.value).toMatchObject({ captchaCode: 'abc' });
    await click(screen.getByRole('button', { name: 'Load another captcha image' }));
    expect(calls).toHaveLength(2);
    expect(probed.value).toMatchObject({ captchaCode: '', captchaKey: 'key2' });
  });

  it('[LOGIN-20] reloads and empties the code when its counter changes', async () => {
    const body = formOf([{ ...field, reload: '{{ state.attempts }}' }]);
    const { calls } = await show(
      [...body, { widget: 'button', text: { en: 'Count' }, onClick: [{ set: { 'state.attempts': '{{ state.attempts + 1 }}' } }] }],
      {
        calls: counting(),
        page: { state: { attempts: { initial: 0 } } },
      },
    );
    fireEvent.change(screen.getByLabelText('Captcha'), { target: { value: 'abc' } });
    await click(screen.getByText('Count'));
    expect(calls).toHaveLength(2);
    expect(probed.value).toMatchObject({ captchaCode: '', captchaKey: 'key2' });
  });

  it('[LOGIN-05] runs onEnter with the code', async () => {
    const { calls } = await show(formOf([{ ...field, onEnter: [{ call: 'login.token', body: '{{ value }}' }] }]), {
      calls: { ...counting(), 'login.token': () => null },
    });
    const input = screen.getByLabelText('Captcha');
    fireEvent.change(input, { target: { value: 'abc' } });
    await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }));
    await settle(3);
    expect(calls.at(-1)).toMatchObject({ id: 'login.token', args: { body: 'abc' } });
  });

  it('says a failure and retries', async () => {
    let isBroken = true;
    const calls = {
      'login.captcha': () => {
        if (isBroken) throw new Error('no network');
        return { image: 'R0lGODlh', key: 'k' };
      },
    };
    await show(formOf([field]), { calls });
    expect(screen.getByText(/no network/)).toBeTruthy();
    isBroken = false;
    await click(screen.getByRole('button', { name: 'Load the captcha image again' }));
    expect(screen.getByRole('img')).toBeTruthy();
  });

  it('[LOGIN-04] takes no code for an image it refused, so that no form goes off without the key', async () => {
    let image = 'data:image/svg+xml;base64,AAAA';
    const calls = { 'login.captcha': () => ({ image, key: 'k' }) };
    await show(formOf([field, { widget: 'hidden', name: 'captchaKey' }]), { calls });
    const input = screen.getByLabelText<HTMLInputElement>('Captcha');
    expect(input.readOnly).toBe(true);
    fireEvent.change(input, { target: { value: 'abc' } });
    await settle();
    expect(probed.value).not.toMatchObject({ captchaCode: 'abc' });
    image = 'data:image/png;base64,AAAA';
    await click(screen.getByRole('button', { name: 'Load the captcha image again' }));
    expect(input.readOnly).toBe(false);
    fireEvent.change(input, { target: { value: 'abc' } });
    await settle();
    expect(probed.value).toMatchObject({ captchaCode: 'abc', captchaKey: 'k' });
  });

  it('loads no address that an answer names', () => {
    expect(imageAddress('https://elsewhere.example/a.gif', 'gif')).toBeUndefined();
    expect(imageAddress('data:text/html;base64,AAAA', 'gif')).toBeUndefined();
    expect(imageAddress('data:image/png;base64,AAAA', 'gif')).toBe('data:image/png;base64,AAAA');
    expect(readAnswer({ image: 'AAAA' })).toBeUndefined();
  });
});
