import { describe, expect, it } from 'vitest';
import type { RegisterField } from '../../../src/core/register/document.ts';
import { followedFaults } from '../../../src/core/register/followed.ts';

type Field = Pick<RegisterField, 'name' | 'register' | 'value'>;
const typed = (name: string): Field => ({ name });
const points = (name: string, register: string): Field => ({ name, register });
const made = (name: string, value: string): Field => ({ name, value: `{{ ${value} }}` });

function said(id: string, registers: Record<string, Field[]>): (string | undefined)[][] {
  const fields = registers[id] as RegisterField[];
  const found = followedFaults(id, { fields }, (register) => registers[register]);
  return found.map(({ pointer, message, severity }) => [pointer, message, severity]);
}

describe('values that are computed over registers', () => {
  it('are refused in a circle, which is named from each of its registers', () => {
    const registers = {
      order: [points('customer', 'customer'), made('limit', 'records.customer.rating * 2'), made('rest', 'values.limit - 1')],
      customer: [points('group', 'group'), made('rating', 'records.group.share')],
      group: [points('largest', 'order'), made('share', 'records.largest.rest / 100')],
    };
    const message = (...way: string[]) => `values are computed of each other over registers: ${way.join(' > ')}`;
    expect(said('order', registers)).toEqual([
      ['/fields/1/value', message('order.limit', 'customer.rating', 'group.share', 'order.rest', 'order.limit'), undefined],
    ]);
    expect(said('customer', registers)).toEqual([
      ['/fields/1/value', message('customer.rating', 'group.share', 'order.rest', 'order.limit', 'customer.rating'), undefined],
    ]);
    // What is typed ends a circle, and so does what the register does not have.
    const ended = { ...registers, group: [points('largest', 'order'), typed('share'), made('town', 'records.largest.town')] };
    for (const id of Object.keys(ended)) expect(said(id, ended)).toEqual([]);
  });

  it('may refer to each other where no value comes back to itself', () => {
    const registers = {
      order: [points('customer', 'customer'), typed('amount'), made('limit', 'records.customer.rating')],
      customer: [points('last', 'order'), typed('rating'), made('bought', 'records.last.amount')],
    };
    for (const id of Object.keys(registers)) expect(said(id, registers)).toEqual([]);
  });

  it('follow records of one register as far as is said', () => {
    const registers = {
      unit: [points('above', 'unit'), made('level', '(records.above.level ?? 0) + 1'), made('name', 'records.above.title')],
    };
    const message = 'it is computed of records of its own register, and followed over 5 of them at most: unit.level > unit.level';
    expect(said('unit', registers)).toEqual([['/fields/1/value', message, 'warning']]);
  });

  it('are refused over more references than they are followed', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 7 }, (_, index): [string, Field[]] => [
        `r${index}`,
        index === 0 ? [typed('x'), made('y', 'values.x')] : [points('up', `r${index - 1}`), made('y', 'records.up.y')],
      ]),
    );
    expect(said('r5', chain)).toEqual([]);
    expect(said('r6', chain)).toEqual([
      [
        '/fields/1/value',
        'it is computed over more than 5 references, and not followed that far: r6.y > r5.y > r4.y > r3.y > r2.y > r1.y > r0.y',
        undefined,
      ],
    ]);
  });

  it('leave to others what cannot be read', () => {
    const registers = { order: [points('customer', 'custmer'), made('limit', 'records.customer.rating +'), made('a', 'values.a')] };
    expect(said('order', registers)).toEqual([]);
  });
});
