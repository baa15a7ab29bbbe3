import { pointerPart } from '../core/json-pointer.ts';
import type { Breach } from './contract-check.ts';
import { described } from './described.ts';

/** A refusal in the words of the generated validators. */
export interface Refusal {
  /** JSON pointer into the data. */
  instancePath: string;
  keyword: string;
  message?: string;
  params: Record<string, unknown>;
}

/** A refusal of a value in words for people who look into the console. */
export function breachOf({ instancePath, keyword, message, params }: Refusal, data: unknown): Breach {
  const owner = valueAt(data, instancePath);
  if (keyword === 'required') {
    const name = String(params.missingProperty);
    return { pointer: `${instancePath}/${pointerPart(name)}`, expected: 'a value', got: 'nothing' };
  }
  if (keyword === 'type') return { pointer: instancePath, expected: [params.type].flat().join(' or '), got: described(owner) };
  if (keyword === 'enum' && Array.isArray(params.allowedValues)) {
    return {
      pointer: instancePath,
      expected: params.allowedValues.map((value) => JSON.stringify(value)).join(' or '),
      got: described(owner),
    };
  }
  return { pointer: instancePath, expected: (message ?? keyword).replace(/^must (be )?/, ''), got: described(owner) };
}

function valueAt(data: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
      data,
    );
}
