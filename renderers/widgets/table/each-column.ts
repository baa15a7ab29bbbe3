import { lazyText } from '../../shared/lazy.ts';
import type { TableColumn } from './cells.ts';

/** The columns with those of `each` once for every entry of its list. */
export function repeated(columns: readonly TableColumn[]): readonly TableColumn[] {
  return columns.some(isRepeated) ? columns.flatMap((column) => (isRepeated(column) ? columnsOf(column) : [column])) : columns;
}

/** A list that is not there yet is no option at all: the head of its entries tells. */
function isRepeated({ each, eachTitle }: TableColumn): boolean {
  return each !== undefined || eachTitle !== undefined;
}

/** An entry has the place of its column: without a value of its own the column shows what stands there in the property of its name. */
function columnsOf({ each, eachTitle, ...own }: TableColumn): TableColumn[] {
  return (Array.isArray(each) ? (each as unknown[]) : []).map((item, place) => ({
    ...own,
    name: `${own.name}.${place}`,
    title: lazyText(eachTitle, { item }) ?? own.title,
    sortable: false,
    locals: { item },
    ...(own.value && { value: withItem(own.value, item) }),
    ...(own.fileValue && { fileValue: withItem(own.fileValue, item) }),
    ...(own.tone && { tone: withItem(own.tone, item) }),
    ...(own.href && { href: withItem(own.href, item) }),
    ...(own.onClick && { onClick: withItem(own.onClick, item) }),
  }));
}

function withItem<Result>(run: (locals?: Record<string, unknown>) => Result, item: unknown): (locals?: Record<string, unknown>) => Result {
  return (locals) => run({ ...locals, item });
}
