import { type Kysely, sql } from 'kysely';

/** Messages about questionnaires name the one they are about. Those of before name it as what it is. */
export async function up(db: Kysely<never>): Promise<void> {
  const word = [
    { l: 'zh-Hans', t: '评估问卷', d: true },
    { l: 'zh-Hant', t: '評估問卷' },
    { l: 'en', t: 'the questionnaire' },
  ];
  await sql`update message set parameters = ${JSON.stringify({ questionnaire: word })}::jsonb || parameters
    where template in ('risk/paper-sent', 'risk/paper-reminder')`.execute(db);
}
