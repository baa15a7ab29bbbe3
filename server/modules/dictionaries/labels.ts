import type { WordedContext } from '../../context.ts';
import { speaker } from '../../reader.ts';

/** Labels of a dictionary in the language of the reader, by value; a value without one says itself. */
export async function labelsOf(context: WordedContext, dictionary: string): Promise<(value: string) => string> {
  const say = speaker(context);
  const rows = await context.db.selectFrom('dictionary_entry').select(['value', 'label']).where('type', '=', dictionary).execute();
  const labels = new Map(rows.map(({ value, label }) => [value, say(label)]));
  return (value) => labels.get(value) ?? value;
}
