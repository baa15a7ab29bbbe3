import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { untilGone } from '../../../../server/gone.ts';
import { readTicket } from '../../../../server/modules/evidence/recognition/read.ts';
import { type Operators, pictureOfPage } from '../../../../server/modules/recognition/pdf-pages.ts';
import { unpacked } from '../../../../server/modules/recognition/unpacked.ts';
import { pngOf } from '../../../support/hostile-png.ts';

const mostPixels = 30_000_000;
const small = { width: 100, height: 100 };

describe('files that are made to harm', () => {
  it('[API-158] [DATA-04] a picture that unpacks to more than its head says is not unpacked, whoever asks', async () => {
    const bombs = {
      interlaced: pngOf([{ ...small, isInterlaced: true }], 1 << 26),
      plain: pngOf([small], 1 << 26),
      'of two heads': pngOf([small, { width: 4_000, height: 4_000 }], 1 << 26),
    };
    for (const [name, bomb] of Object.entries(bombs)) {
      expect([name, unpacked(bomb, 'image/png', mostPixels)]).toEqual([name, { problem: 'unreadable' }]);
      expect([name, await readTicket(bomb, 'image/png')]).toMatchObject([name, { source: 'none', reason: 'unreadable' }]);
    }
  });

  it('[DATA-04] pictures as they are made are unpacked: of all colours and depths, interlaced too', () => {
    // The passes of 8 x 8 have 15 rows.
    expect(unpacked(pngOf([{ width: 8, height: 8, isInterlaced: true }], 15 + 64 * 4), 'image/png', mostPixels)).toMatchObject({
      width: 8,
    });
    const picture = new PNG({ width: 31, height: 17 });
    for (const colorType of [0, 2, 4, 6] as const) {
      const bytes = PNG.sync.write(picture, { colorType });
      expect([colorType, unpacked(bytes, 'image/png', mostPixels)]).toMatchObject([colorType, { width: 31, height: 17 }]);
    }
  });

  it('[API-158] a picture that is drawn on a page again and again is laid there a few times at most', async () => {
    const [width, height] = [5_000, 5_000];
    let asked = 0;
    const objs = {
      get(_id: string, done: (value: unknown) => void) {
        asked += 1;
        done({ width, height, kind: 1, data: new Uint8Array((width / 8) * height) });
      },
    };
    const names = ['save', 'restore', 'transform', 'paintFormXObjectBegin', 'paintFormXObjectEnd', 'paintImageXObject'] as const;
    const more = ['paintInlineImageXObject', 'paintImageMaskXObject'] as const;
    const operators = Object.fromEntries([...names, ...more].map((name, at) => [name, at])) as Operators;
    const times = 60;
    const list = {
      fnArray: [operators.transform, ...Array.from({ length: times }, () => operators.paintImageXObject)],
      argsArray: [[80, 0, 0, 80, 0, 0], ...Array.from({ length: times }, () => ['picture'])],
    };
    const page = { view: [0, 0, 80, 80], getOperatorList: async () => list, objs, commonObjs: objs };
    expect(await pictureOfPage(page, operators)).toMatchObject({ width: 333 });
    expect(asked).toBeLessThanOrEqual(3);
  });

  it('[API-158] who went away before anybody looked is gone, too', () => {
    const gone = Object.assign(new EventEmitter(), { destroyed: true, writableFinished: false });
    expect(untilGone({ raw: gone } as unknown as FastifyReply).aborted).toBe(true);
    const here = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false });
    const signal = untilGone({ raw: here } as unknown as FastifyReply);
    expect(signal.aborted).toBe(false);
    here.emit('close');
    expect(signal.aborted).toBe(true);
  });
});
