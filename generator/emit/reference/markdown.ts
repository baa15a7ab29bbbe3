import { generatedNote } from '../output.ts';

export function page(title: string, introduction: string, blocks: string[]): string {
  return [`<!-- ${generatedNote} -->`, `# ${title}`, introduction, ...blocks.filter((block) => block !== '')].join('\n\n').concat('\n');
}

export function table(head: string[], rows: string[][]): string {
  if (rows.length === 0) return '';
  const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A pipe ends a cell even inside code. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

export function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

export function jsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
}
