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

/** A value in quotation marks. A line end before it is a separator. */
const QUOTED = /^[^\S\n]*"([^"]*(?:""[^"]*)*)"(?!")/;

/** The values of a typed list, without empty ones. Quotation marks mean something only where a value begins, and where they are closed. */
export function listOfText(text: string): string[] {
  const values: string[] = [];
  let rest = text;
  while (rest !== '') {
    const quoted = QUOTED.exec(rest);
    if (quoted) values.push(quoted[1]?.replaceAll('""', '"') ?? '');
    const from = quoted?.[0].length ?? 0;
    const end = rest.slice(from).search(SEPARATOR);
    const plain = (end < 0 ? rest.slice(from) : rest.slice(from, from + end)).trim();
    if (plain !== '') values.push(plain);
    rest = end < 0 ? '' : rest.slice(from + end + 1);
  }
  return values.filter((value) => value !== '');
}
