import { expect, it } from 'vitest';
import { momentReader } from '../../../server/modules/rule-tables/work/moments.ts';

it.each([
  ['Europe/Berlin', '2026-10-25 02:30:00', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25 01:59:59', '2026-10-24T23:59:59.000Z'],
  ['Europe/Berlin', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  ['America/New_York', '2026-03-08 01:59:59', '2026-03-08T06:59:59.000Z'],
  ['America/New_York', '2026-03-08 02:30:00', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08 03:00:00', '2026-03-08T07:00:00.000Z'],
  ['America/New_York', '2026-11-01 01:30:00', '2026-11-01T05:30:00.000Z'],
  ['Australia/Sydney', '2026-04-05 02:30:00', '2026-04-04T15:30:00.000Z'],
  ['Asia/Shanghai', '2026-03-01 10:20:30', '2026-03-01T02:20:30.000Z'],
])(
  '[DATA-14] by the clock of %s %s is %s: of an hour that comes twice the first, of one that is left out the one after',
  (zone, clock, moment) => {
    expect(momentReader(zone)(clock)).toBe(moment);
  },
);
