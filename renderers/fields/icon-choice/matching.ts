/** The icons to offer for what is typed: all of them for nothing or a whole name, otherwise those whose name holds every word of it. */
export function matching(names: readonly string[], typed: string): readonly string[] {
  const text = typed.trim().toLowerCase();
  if (text === '' || names.includes(text)) return names;
  const words = text.split(/[\s-]+/).filter((word) => word !== '');
  return names.filter((name) => words.every((word) => name.includes(word)));
}
