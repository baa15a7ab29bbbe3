import { dayOfCell, numberIn, plain } from './cells.ts';
import type { FileType, Mapping, NameKind } from './kinds.ts';
import type { RowFault } from './tables.ts';

/** A row as it is kept: numbers of its names, exact decimals. */
export interface Understood {
  line: number;
  day: string | null;
  product: number | null;
  dealer: number | null;
  quantity: string | null;
  unitPrice: string | null;
  amount: string | null;
  faults: RowFault[];
}
export interface Name {
  kind: NameKind;
  number: number;
  code: string;
  name: string;
  spec: string;
  rows: number;
}

/** Longest code, name or specification of a product, or name of a dealer, in characters. */
const longest = 200;

/**
 * Reads rows by a mapping: what each says, what is wrong with it, and every name once. A row with a fault is rejected and its names do not
 * count (FLOW-05). `shared`: columns whose cell is one with those of other rows; how much of a quantity or an amount is whose nobody can tell then.
 */
export function reader(
  mapping: Mapping,
  fileType: FileType,
): { read(line: number, cells: readonly string[], shared?: readonly number[] | null): Understood; names(): Name[] } {
  const names = new Map<string, Name>();
  const counts: Record<NameKind, number> = { product: 0, dealer: 0 };
  const cellOf = (cells: readonly string[], target: keyof Mapping) => {
    const column = mapping[target];
    return typeof column === 'number' ? plain(cells[column]) : '';
  };
  const named = (kind: NameKind, code: string, name: string, spec: string): number => {
    const key = JSON.stringify([kind, code, name, spec]);
    const known = names.get(key);
    if (known) {
      known.rows += 1;
      return known.number;
    }
    counts[kind] += 1;
    names.set(key, { kind, number: counts[kind], code, name, spec, rows: 1 });
    return counts[kind];
  };
  return {
    read(line, cells, shared = null) {
      const faults: RowFault[] = [];
      const fault = (target: keyof Mapping, what: string) => faults.push({ fault: what, column: mapping[target] ?? null });
      const text = (target: keyof Mapping) => {
        const value = cellOf(cells, target);
        if (value.length > longest) fault(target, 'too-long');
        return value;
      };
      const amountIn = (target: 'quantity' | 'unitPrice' | 'amount') => {
        const cell = cellOf(cells, target);
        const value = numberIn(cell);
        if (cell !== '' && value === undefined) fault(target, 'no-number');
        else if (target !== 'unitPrice' && shared?.includes(mapping[target] ?? -1)) fault(target, 'shared');
        return value ?? null;
      };
      const dayText = cellOf(cells, 'day');
      const day = dayOfCell(dayText) ?? null;
      // Stocks are of one day where no column holds it: a blank in one that does belongs to no day.
      const isDayless = fileType === 'dealer-stock' && typeof mapping.day !== 'number';
      if (day === null && (dayText !== '' || !isDayless)) fault('day', dayText === '' ? 'day-missing' : 'no-day');
      const [code, name, spec] = [text('productCode'), text('productName'), text('productSpec')];
      if (code === '' && name === '') fault(typeof mapping.productCode === 'number' ? 'productCode' : 'productName', 'product-missing');
      const quantity = amountIn('quantity');
      if (quantity === null && cellOf(cells, 'quantity') === '') fault('quantity', 'quantity-missing');
      const [unitPrice, amount] = [amountIn('unitPrice'), amountIn('amount')];
      const counterpart = text('counterpart');
      const isGood = faults.length === 0;
      return {
        line,
        day,
        product: isGood ? named('product', code, name, spec) : null,
        dealer: isGood && counterpart !== '' ? named('dealer', '', counterpart, '') : null,
        quantity,
        unitPrice,
        amount,
        faults,
      };
    },
    names: () => [...names.values()],
  };
}
