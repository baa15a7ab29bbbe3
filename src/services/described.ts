const longest = 60;

/** A value in few words: `string "many"`, `array of 3`, `null`. */
export function described(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return `object with ${keys.slice(0, 5).join(', ') || 'nothing in it'}${keys.length > 5 ? ' ...' : ''}`;
  }
  const text = JSON.stringify(value);
  return `${typeof value} ${text.length > longest ? `${text.slice(0, longest)}...` : text}`;
}
