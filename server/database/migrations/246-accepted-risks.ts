import type { Kysely } from 'kysely';
import { addButton } from './199-registers.ts';

/** The right to accept the risk of a finding for management: an administrator gives it. */
export async function up(db: Kysely<never>): Promise<void> {
  await addButton(db, {
    ...{
      id: 'control-finding-accept',
      menu: 'control-finding',
      hans: '批准接受风险',
      hant: '核准接受風險',
      en: 'Accept risks',
      sort: 45,
      perms: 'control:finding:accept',
    },
  });
}
