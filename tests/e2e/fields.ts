import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { menuOf, published, test } from './overlay.ts';
import { enter } from './world.ts';

const service = {
  version: 1,
  title: 'Field options',
  calls: {
    save: {
      summary: 'Takes what the form sends.',
      method: 'POST',
      path: '/api/field-options/save',
      access: 'session',
      body: { type: 'object', additionalProperties: true },
      response: { type: 'object' },
    },
    owners: {
      summary: 'People somebody may choose.',
      method: 'GET',
      path: '/api/field-options/owners',
      access: 'session',
      response: { type: 'object' },
    },
  },
};

type Field = Record<string, unknown> & { name: string };

/** `show` opens a form with these fields in a layout, and gives what it sends. */
export const fieldTest = test.extend<{
  show: (id: string, fields: Field[], form?: Record<string, unknown>, layout?: string) => Promise<Record<string, unknown>[]>;
}>({
  show: async ({ page, server, screens }, use) => {
    await enter(page, server);
    await use(async (id, fields, form, layout = 'main') => {
      screens.write('services/field-options.service.json', service);
      screens.write(`menus/${id}.menu.json`, menuOf(id, id, `${layout}#${id}`));
      screens.write(`pages/${id}.page.json`, {
        version: 1,
        title: { en: id },
        actions: { go: [{ call: 'field-options.save', body: '{{ entry.values }}' }] },
        body: [
          {
            widget: 'form',
            name: 'entry',
            onSubmit: 'go',
            ...form,
            fields: fields.map((field) => ('body' in field ? field : { label: { en: field.name }, ...field })),
            body: [{ widget: 'button', text: { en: 'Send' }, submit: true }],
          },
        ],
      });
      await published(server, id);
      const sent: Record<string, unknown>[] = [];
      await page.route('**/api/field-options/save', async (route) => {
        sent.push(route.request().postDataJSON());
        await route.fulfill({ json: { code: '000000', msg: '', data: {} } });
      });
      await page.goto(`/${id}`);
      await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
      return sent;
    });
  },
});

export async function type(field: Locator, text: string): Promise<void> {
  await field.fill('');
  await field.pressSequentially(text);
  await field.press('Tab');
}
export const send = (page: Page) => page.getByRole('button', { name: 'Send' }).click();
