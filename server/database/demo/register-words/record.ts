/** A record as the demo writes it: every value as text, which its field reads. */
export interface DemoRecord {
  state: string;
  /** Account of who made it. */
  by: string;
  values: Readonly<Record<string, string>>;
}

export type DemoRecords = Readonly<Record<string, readonly DemoRecord[]>>;

/** Records made by one person, a line each: the state, then the values of these fields in their order, with bars between; what is empty is left out. */
export function records(by: string, fields: string, lines: readonly string[]): DemoRecord[] {
  const names = fields.split(' ');
  return lines.map((line) => {
    const [state = '', ...cells] = line.split('|').map((cell) => cell.trim());
    if (cells.length > names.length) throw new Error(`More values than fields: ${line}`);
    return { state, by, values: Object.fromEntries(names.flatMap((name, at) => (cells[at] ? [[name, cells[at]]] : []))) };
  });
}
