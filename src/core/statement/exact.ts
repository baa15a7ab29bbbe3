import Big from 'big.js';

/**
 * Exact decimals of this product: sums, differences and products keep every digit; quotients have 40 decimals, rounded half away from
 * zero. Strict: a binary floating-point number can neither go in nor come out.
 */
export const Exact = Big();
Exact.DP = 40;
Exact.RM = Big.roundHalfUp;
Exact.strict = true;
// Never the notation with an exponent.
Exact.NE = -1_000_000;
Exact.PE = 1_000_000;

export type Exact = Big;

/** Text with so many decimals, rounded half away from zero, without a negative zero. */
export function toDecimals(value: Exact, decimals: number): string {
  const text = value.toFixed(decimals);
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}
