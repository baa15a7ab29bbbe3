import { orderByReads } from '../calculation.ts';
import { ExpressionError } from '../expression/errors.ts';
import { didYouMean } from '../suggest.ts';
import type { StatementDocument } from './document.ts';
import { compileFormula } from './formula.ts';

/** Something wrong with a statement; `code` is one of `check`. */
export interface StatementFault {
  code: string;
  pointer: string;
  message: string;
  hint?: string | undefined;
}

interface Declared {
  pointer: string;
  isManual: boolean;
}

/**
 * What a meta-schema cannot say about a statement: names given twice, formulas that cannot be read, that read what is not there or
 * has no start, and circles. Takes a document that fits its meta-schema.
 */
export function statementFaults(document: StatementDocument): StatementFault[] {
  return new Checker(document).faults;
}

class Checker {
  readonly faults: StatementFault[] = [];
  readonly #fields = new Map<string, Declared>();
  readonly #indicators = new Map<string, string>();
  /** What every formula reads, by its own name. */
  readonly #reads = new Map<string, { pointer: string; names: string[] }>();

  constructor({ period, tables, statistics }: StatementDocument) {
    this.#fields.set(period.field, { pointer: '/period/field', isManual: false });
    this.#unique(
      [{ name: period.table, pointer: '/period/table' }, ...tables.map(({ name }, at) => ({ name, pointer: `/tables/${at}/name` }))],
      'table',
    );
    tables.forEach((table, at) => {
      table.fields.forEach(({ name }, index) => {
        const pointer = `/tables/${at}/fields/${index}`;
        if (this.#fields.has(name)) this.#twice(`${pointer}/name`, 'field', name);
        else this.#fields.set(name, { pointer, isManual: table.manual === true });
      });
    });
    const modules = statistics.modules.map(({ name }, at) => ({ name, pointer: `/statistics/modules/${at}/name` }));
    this.#unique(modules, 'module');
    statistics.modules.forEach(({ indicators }, at) => {
      indicators.forEach(({ name }, index) => {
        const pointer = `/statistics/modules/${at}/indicators/${index}`;
        if (this.#indicators.has(name)) this.#twice(`${pointer}/name`, 'indicator', name);
        else this.#indicators.set(name, pointer);
      });
    });
    tables.forEach((table, at) => {
      table.fields.forEach(({ name, total }, index) => {
        if (total !== undefined) this.#total(name, total, `/tables/${at}/fields/${index}/total`, table.manual === true, period.field);
      });
    });
    statistics.modules.forEach(({ indicators }, at) => {
      indicators.forEach(({ name, formula }, index) => {
        this.#indicator(name, formula, `/statistics/modules/${at}/indicators/${index}/formula`, period.field);
      });
    });
    this.#circles();
  }

  #unique(list: readonly { name: string; pointer: string }[], what: string): void {
    const seen = new Set<string>();
    for (const { name, pointer } of list) {
      if (seen.has(name)) this.#twice(pointer, what, name);
      seen.add(name);
    }
  }

  #twice(pointer: string, what: string, name: string): void {
    this.faults.push({ code: 'STATEMENT_NAME', pointer, message: `two ${what}s are called "${name}"` });
  }

  /** The names a formula reads; nothing when it cannot be read. */
  #compile(own: string, source: string, pointer: string): string[] {
    try {
      const names = [...compileFormula(source).reads.keys()];
      this.#reads.set(own, { pointer, names });
      return names;
    } catch (cause) {
      if (!(cause instanceof ExpressionError)) throw cause;
      this.faults.push({ code: cause.code, pointer, message: cause.message, hint: cause.hint });
      return [];
    }
  }

  #total(name: string, source: string, pointer: string, isManual: boolean, periodField: string): void {
    for (const read of this.#compile(`end.${name}`, source, pointer)) {
      const field = read === periodField ? undefined : this.#fields.get(read);
      if (!field) this.#unknown(pointer, read, 'totals read fields by their name', [...this.#fields.keys()]);
      else if (field.isManual && !isManual) this.#noStart(pointer, read);
    }
    const entry = this.#reads.get(`end.${name}`);
    if (entry) this.#reads.set(`end.${name}`, { pointer, names: entry.names.map((read) => `end.${read}`) });
  }

  #indicator(name: string, source: string, pointer: string, periodField: string): void {
    const known = [
      ...[...this.#fields.keys()].filter((field) => field !== periodField).flatMap((field) => [`end.${field}`, `start.${field}`]),
      ...[...this.#indicators.keys()].map((indicator) => `indicators.${indicator}`),
    ];
    for (const read of this.#compile(`indicators.${name}`, source, pointer)) {
      const [owner, part = ''] = read.split('.');
      if (!known.includes(read)) this.#unknown(pointer, read, 'indicators read end.<field>, start.<field> and indicators.<name>', known);
      else if (owner === 'start' && this.#fields.get(part)?.isManual) this.#noStart(pointer, part);
    }
  }

  #unknown(pointer: string, name: string, says: string, known: readonly string[]): void {
    this.faults.push({ code: 'FORMULA_NAME', pointer, message: `there is no "${name}" here: ${says}`, hint: didYouMean(name, known) });
  }

  #noStart(pointer: string, field: string): void {
    this.faults.push({
      code: 'FORMULA_NAME',
      pointer,
      message: `"${field}" stands in a manual table and has no value at the start of the period`,
    });
  }

  #circles(): void {
    const { cycles } = orderByReads([...this.#reads.keys()], (name) => this.#reads.get(name)?.names ?? []);
    for (const cycle of cycles) {
      const [first = ''] = cycle;
      const pointer = this.#reads.get(first)?.pointer ?? '';
      this.faults.push({ code: 'FORMULA_CIRCLE', pointer, message: `these formulas need each other: ${[...cycle, first].join(' -> ')}` });
    }
  }
}
