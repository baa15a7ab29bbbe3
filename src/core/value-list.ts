/** What may stand between two values of a list that is typed. */
const SEPARATOR = /[,，;；、\n]/;

/** Values as they are typed: a comma, or what is said, between them; in quotation marks (doubled inside of them) where a value would not be read as itself. */
export function listText(values: readonly unknown[], between: ', ' | '; ' = ', '): string {
  return values.map((value) => written(String(value))).join(between);
}

function written(value: string): string {
  const isPlain = value !== '' && value.trim() === value && !SEPARATOR.test(value) && !value.startsWith('"');
  return isPlain ? value : `"${value.replaceAll('"', '""')}"`;
}

/** The values of a typed list. Quotation marks begin a value only where one begins, and end it at the next single one, or with the text. */
export function listOfText(text: string): string[] {
  const values: string[] = [];
  let rest = text;
  while (rest !== '') {
    const quoted = /^\s*"((?:[^"]|"")*)(?:"|$)/.exec(rest);
    if (quoted) values.push(quoted[1]?.replaceAll('""', '"') ?? '');
    const from = quoted?.[0].length ?? 0;
    const end = rest.slice(from).search(SEPARATOR);
    const plain = (end < 0 ? rest.slice(from) : rest.slice(from, from + end)).trim();
    if (plain !== '') values.push(plain);
    rest = end < 0 ? '' : rest.slice(from + end + 1);
  }
  return values.filter((value) => value !== '');
}
