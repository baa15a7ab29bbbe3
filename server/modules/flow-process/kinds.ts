/** What is delivered, in the order it is shown: the client's shipments once for a batch, the others by each dealer. Dictionary flow-file-type. */
export const fileTypes = ['client-shipment', 'dealer-purchase', 'dealer-sale', 'dealer-stock'] as const;
export type FileType = (typeof fileTypes)[number];
/** 0 waiting for the file, 1 columns to be mapped, 2 names unmatched, 3 matched, 4 compared: dictionary flow-process-status. */
export type ProcessStatus = '0' | '1' | '2' | '3' | '4';
export type NameKind = 'product' | 'dealer';
export type MatchedBy = 'code' | 'relation' | 'name';

/** What columns can hold. */
export const targets = ['day', 'productCode', 'productName', 'productSpec', 'quantity', 'unitPrice', 'amount', 'counterpart'] as const;
export type Target = (typeof targets)[number];
/** Places of columns, from 0, by what they hold. */
export type Mapping = { [Name in Target]?: number | null | undefined };

/** Most that is read of a file. */
export const limits = { rows: 50_000, columns: 60 };

/** Whether the columns that cannot be done without are mapped: quantity, a product, a day except for stocks, and the dealer where the file holds rows of several. */
export function isComplete(mapping: Mapping, fileType: FileType, needsDealer: boolean): boolean {
  const has = (target: Target) => typeof mapping[target] === 'number';
  return (
    has('quantity') &&
    (has('productCode') || has('productName')) &&
    (has('day') || fileType === 'dealer-stock') &&
    (has('counterpart') || !needsDealer)
  );
}

/** Business type of the files in the store: schemas/rules/file/flow-data.rule.json. Their business id is that of the process. */
export const flowFiles = 'flow-data';
