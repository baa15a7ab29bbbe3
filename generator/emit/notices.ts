import { isObject, objectAt, textAt } from '../json.ts';
import type { Documents } from '../read/documents.ts';
import { codeHeader } from './output.ts';

/**
 * src/generated/notices.ts: what modules may send. The texts stay in the documents, where an overlay can reword them; senders need the
 * ids, the parameters and what counts where they say nothing.
 */
export function emitNotices(documents: Documents): string {
  const notices = documents.of('notice').flatMap(({ id, source }) => {
    if (!isObject(source.value)) return [];
    const link = textAt(source.value, 'link');
    const mail = textAt(source.value, 'mail');
    const entry = {
      ...{
        type: textAt(source.value, 'type') ?? '',
        topic: textAt(source.value, 'topic') ?? '',
        level: textAt(source.value, 'level') ?? 'info',
      },
      ...(link !== undefined && { link }),
      ...(mail !== undefined && { mail }),
      parameters: objectAt(source.value, 'parameters'),
    };
    return [[id, entry] as const];
  });
  return `${codeHeader}
/** Template -> its type, topic, level, link, whether a letter says it, and parameters. */
export const notices = ${JSON.stringify(Object.fromEntries(notices), null, 2)} as const;
`;
}
