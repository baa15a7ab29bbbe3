import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { probe, probed, settle, show } from '../fields/harness.tsx';

const track = { stop: vi.fn() };
const stream = { getTracks: () => [track] };

/** As far as recording goes in a browser: parts come, and the end is told. */
class Recorder {
  static isTypeSupported = (type: string) => type === 'audio/webm';
  state = 'inactive';
  ondataavailable = (_event: { data: Blob }) => undefined;
  onstop = () => undefined;
  constructor(readonly stream: object) {
    if (broken) throw new DOMException('no', broken);
  }
  start() {
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.ondataavailable({ data: new Blob(['sound']) });
    this.onstop();
  }
}
let broken: string | undefined;
let refused: string | undefined;

beforeEach(() => {
  [broken, refused] = [undefined, undefined];
  track.stop.mockClear();
  vi.stubGlobal('MediaRecorder', Recorder);
  const getUserMedia = async () => {
    if (refused) throw new DOMException('no', refused);
    return stream;
  };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  URL.createObjectURL = () => 'blob:recording';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const widget: NodeDocument = {
  widget: 'audio-recorder',
  name: 'microphone',
  onFile: [{ set: { 'state.size': '{{ size }}' } }],
};
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle(6);
};

it('hands over what was recorded, and gives the microphone back', async () => {
  await show([widget, probe('state.size')], { page: { state: { size: { initial: 0 } } } });
  await press('Record');
  await screen.findByRole('timer');
  expect(track.stop).not.toHaveBeenCalled();
  await press('Stop');
  expect(track.stop).toHaveBeenCalled();
  await press('Use the recording');
  await waitFor(() => expect(probed.value).toBe(5));
  expect(screen.getByRole('button', { name: 'Record' })).toBeTruthy();
});

it.each([
  ['NotAllowedError', /not allow|denied|permission/i],
  ['NotFoundError', /no microphone/i],
])('says why there is no microphone: %s', async (name, text) => {
  refused = name;
  await show([widget]);
  await press('Record');
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

it('gives the microphone back that this browser cannot record, and does not speak of rights', async () => {
  broken = 'NotSupportedError';
  await show([widget]);
  await press('Record');
  expect((await screen.findByRole('alert')).textContent).toMatch(/browser/i);
  expect(track.stop).toHaveBeenCalled();
});

it('calls a recording by the day and the time of the clock people see', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 2, 31, 7, 5) });
  // However far the clock of this machine is from UTC.
  vi.spyOn(Date.prototype, 'toISOString').mockReturnValue('2026-03-30T23:05:00.000Z');
  try {
    await show([{ ...widget, onFile: [{ set: { 'state.size': '{{ name }}' } }] }, probe('state.size')], {
      page: { state: { size: { initial: '' } } },
    });
    await press('Record');
    await screen.findByRole('timer');
    await press('Stop');
    await press('Use the recording');
    await waitFor(() => expect(probed.value).toMatch(/^\S.* 2026-03-31 07-05\.\w+$/));
  } finally {
    vi.useRealTimers();
  }
});
