import type { Page } from '@playwright/test';
import { demoFinancePaper } from '../../../server/database/demo/finance.ts';
import { demoPaper } from '../../../server/database/demo/risk.ts';
import { paperAddress } from '../world.ts';
import type { Screen } from './screen.ts';

const exam = (number: number) => paperAddress('exam', demoPaper(1, number));
const finance = (number: number) => paperAddress('finance', demoFinancePaper(number));
const dialog = '[role="dialog"]';
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Questionnaires, from those who build and send them to those who answer. */
export const questionnaireScreens: Screen[] = [
  { name: 'finance-questionnaires', path: '/risk/finance-questionnaire', user: 'riskmanager', ready: 'tbody tr' },
  {
    // Answers of every kind, a selected block, and what is missing marked.
    name: 'exam',
    path: exam(4),
    ready: '.tg-matrix[aria-busy="false"] [role="gridcell"]',
    async prepare(page) {
      await page.getByRole('button', { name: 'Submit' }).click();
      await page.locator('.tg-marked .tg-open').first().waitFor();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Shift+ArrowDown');
      // Names of the cells come with rest.
      await page.locator('.tg-matrix-cell:not([aria-label])').first().waitFor({ state: 'detached' });
    },
  },
  { name: 'exam-expired', isState: true, path: exam(8), ready: dialog },
  { name: 'exam-wrong-link', isState: true, path: paperAddress('exam', '11111111-1111-4111-8111-111111111111'), ready: '.tg-result' },
  { name: 'finance', path: finance(3), ready: '[data-indicator]' },
  { name: 'evaluations', path: '/risk/questionnaire', user: 'riskmanager', ready: 'tbody tr' },
  { name: 'evaluation-papers', path: '/risk/questionnaire/1', user: 'riskmanager', ready: 'tbody tr' },
  {
    name: 'evaluation-progress',
    isState: true,
    path: '/risk/questionnaire/1',
    user: 'riskmanager',
    ready: 'tbody tr',
    prepare: tab('Progress'),
  },
  { name: 'evaluation-results', path: '/risk/questionnaire/1', user: 'riskmanager', ready: 'tbody tr', prepare: tab('Results') },
  { name: 'template', path: '/risk/template/1', user: 'riskmanager', ready: 'tbody tr' },
];
