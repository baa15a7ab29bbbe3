import type { MailWay } from './mail-ways.ts';

/** Which messages somebody has by mail; the topic '' is for those without a choice of their own. */
interface MessageMailChoiceTable {
  user_id: number;
  topic: string;
  way: MailWay;
}

declare module '../../database/connection.ts' {
  interface Tables {
    message_mail_choice: MessageMailChoiceTable;
  }
}
