/** How messages come by mail, too: not at all; those unread in the morning; of these the urgent ones at once; all at once. */
export const mailWays = ['none', 'daily', 'urgent', 'once'] as const;
export type MailWay = (typeof mailWays)[number];

/** What a new installation does; the parameter messageMails says another. */
export const initialMailWay = 'urgent' satisfies MailWay;
