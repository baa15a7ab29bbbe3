import type { CountedChoice } from './questionnaires.ts';

/** Averages below `below`, and not in the band before, have this tone; the last band has no bound and takes the rest. */
export interface Band {
  below?: number;
  tone: CountedChoice['tone'];
  label: string;
}
export interface Level {
  value: number;
  label: string;
}
export interface Scale {
  bands: Band[];
  /** The ends of what an average can be; null where nothing counts. */
  lowest: Level | null;
  highest: Level | null;
}

/** What averages of a questionnaire mean: a band for neighbouring counted choices of one tone, up to the middle between it and the next one. */
export function scaleOf(choices: readonly CountedChoice[]): Scale {
  const counted = choices.filter(({ isCounted }) => isCounted).sort((one, other) => one.value - other.value);
  const bands = counted.flatMap((choice, index): Band[] => {
    const { tone, value } = choice;
    const next = counted[index + 1];
    if (next?.tone === tone) return [];
    const first = counted[counted.slice(0, index).findLastIndex((before) => before.tone !== tone) + 1] ?? choice;
    const label = first === choice ? choice.label : `${first.label} – ${choice.label}`;
    return [{ ...(next && { below: (value + next.value) / 2 }), tone, label }];
  });
  return { bands, lowest: levelOf(counted[0]), highest: levelOf(counted.at(-1)) };
}

function levelOf(choice: CountedChoice | undefined): Level | null {
  return choice ? { value: choice.value, label: choice.label } : null;
}
