/** What the reference server wants documents for: it takes questionnaires for templates and statements to send by these purposes. */
export const servedPurposes = { questionnaire: 'risk-assessment', statement: 'finance-questionnaire' } as const;
