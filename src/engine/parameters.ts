import type { ParameterDeclaration } from '../core/types.ts';

/**
 * Parameters of the address as their declarations say. A value that does not fit counts as absent and is reported in the console and to
 * `onMisfit`; undeclared ones are not visible to expressions.
 */
export function readParameters(
  declared: Record<string, ParameterDeclaration>,
  given: Readonly<Record<string, string | undefined>>,
  document: string,
  onMisfit?: (name: string, text: string) => void,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, declaration] of Object.entries(declared)) {
    const text = Object.hasOwn(given, name) ? given[name] : undefined;
    const value = text === undefined ? undefined : convert(text, declaration);
    if (text !== undefined && value === undefined) {
      console.warn(`${document}: the parameter "${name}" of the address does not fit its declaration and counts as absent`);
      onMisfit?.(name, text);
    }
    values[name] = value ?? declaration.default;
  }
  return values;
}

function convert(text: string, declaration: ParameterDeclaration): string | number | boolean | undefined {
  const value = typed(text, declaration.type);
  if (value === undefined) return undefined;
  if (declaration.enum && !declaration.enum.includes(value)) return undefined;
  if (declaration.pattern && !matches(text, declaration.pattern)) return undefined;
  return value;
}

function typed(text: string, type: ParameterDeclaration['type']): string | number | boolean | undefined {
  if (type === 'string') return text;
  // A flag without a value, as in ?inIframe, is on.
  if (type === 'boolean')
    return text === '' || text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : undefined;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return undefined;
  return type === 'integer' && !Number.isSafeInteger(number) ? undefined : number;
}

function matches(text: string, pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text);
  } catch (error) {
    console.error(`The pattern ${pattern} of a parameter is no regular expression`, error);
    return false;
  }
}
