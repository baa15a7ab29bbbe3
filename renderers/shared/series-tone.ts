/** The colours of series that say none, in this order: neighbours are told apart in every theme. */
const inTurn = ['primary', 'info', 'success', 'danger', 'warning', 'neutral'] as const;

/** The colour of the series at this place. */
export const seriesTone = (tone: string | undefined, place: number): string => tone ?? inTurn[place % inTurn.length] ?? 'primary';
