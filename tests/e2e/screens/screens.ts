import { administrationScreens } from './administration.ts';
import { dataMartScreens } from './data-mart.ts';
import { entryScreens } from './entry.ts';
import { flowScreens } from './flow.ts';
import { flowProcessScreens } from './flow-process.ts';
import { modelScreens } from './models.ts';
import { peopleScreens } from './people.ts';
import { questionnaireScreens } from './questionnaires.ts';
import { recognitionScreens } from './recognition.ts';
import type { Screen } from './screen.ts';
import { screeningScreens } from './screening.ts';
import { scriptScreens } from './scripts.ts';
import { shellScreens } from './shell.ts';

/** What is shown in every theme, language and width. A new page, or a state of one that looks different, is one entry in the list of its area. */
export const screens: Screen[] = [
  ...entryScreens,
  ...shellScreens,
  ...peopleScreens,
  ...administrationScreens,
  ...questionnaireScreens,
  ...flowScreens,
  ...flowProcessScreens,
  ...screeningScreens,
  ...dataMartScreens,
  ...modelScreens,
  ...recognitionScreens,
  ...scriptScreens,
];
