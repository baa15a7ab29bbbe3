import type { Screen } from './screen.ts';

/** Recognition in the AI toolbox. */
export const recognitionScreens: Screen[] = [
  {
    name: 'text-recognition',
    path: '/ai/text',
    user: 'admin',
    ready: 'textarea',
    async prepare(page) {
      await page.getByRole('button', { name: 'Try it with an example' }).click();
      await page.locator('mark').first().waitFor();
    },
  },
  { name: 'speech-off', path: '/ai/speech', user: 'admin', ready: '.tg-alert' },
  { name: 'image-recognition', path: '/ai/image', user: 'admin', ready: 'tbody a' },
  { name: 'image-model', path: '/ai/image/1', user: 'admin', ready: 'img' },
];
