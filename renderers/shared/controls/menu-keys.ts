/** Which item a key goes to in a menu with these texts: arrows wrap around, Home, End, and a letter finds the next text that starts with it. */
export function nextItem(key: string, current: number, texts: readonly string[]): number | undefined {
  const count = texts.length;
  if (count === 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return (current + 1) % count;
    case 'ArrowUp':
      return (current <= 0 ? count : current) - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
  }
  if ([...key].length !== 1 || key === ' ') return undefined;
  const letter = key.toLowerCase();
  for (let step = 1; step <= count; step += 1) {
    const index = (current + step + count) % count;
    if (texts[index]?.trim().toLowerCase().startsWith(letter)) return index;
  }
  return undefined;
}
