import { expect, test } from '../support/browser.ts';
import { bend, enter } from './world.ts';

interface Task {
  id: string;
  title: string;
  startDate: string;
  endDate: string;
  progress: number;
}

test('a work plan opens at today, whatever else stands years away', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await bend<Task[]>(page, '**/api/workspace/*/plan', (tasks) => {
    const [first] = tasks;
    if (!first) throw new Error('The demo has a plan without tasks');
    const task = (title: string, startDate: string, endDate: string, progress: number): Task => ({
      ...first,
      ...{ id: title, title, startDate, endDate, progress },
    });
    tasks.unshift(task('Archive of old', '1990-01-01', '1990-01-05', 100));
    tasks.push(task('At hand', day(-1), day(1), 0), task('In a year', day(300), day(360), 0));
  });
  await page.setViewportSize({ width: 900, height: 1400 });
  await page.goto('/workbench/1000000000000000001/plan');
  const chart = page.locator('.tg-timeline');
  await expect(chart.locator('.tg-timeline-today')).toBeInViewport();
  await expect(chart.getByRole('button', { name: /^At hand,/ })).toBeInViewport();
  // What was is a little way to the left.
  const old = chart.getByRole('button', { name: /^Archive of old,/ });
  await expect(old).not.toBeInViewport();
  expect(await chart.evaluate((element) => element.scrollWidth)).toBeLessThan(6000);
  await old.scrollIntoViewIfNeeded();
  await expect(old).toBeInViewport();
});
