import type { Metrics } from '../../../statistics.ts';
import { timeTo } from '../support/clock.ts';

/**
 * Times a form with `count` empty required fields: until all its inputs are painted, until one typed letter stands in an input, and
 * from the press of the submit button until every field shows its error.
 */
export async function watchForm(root: HTMLElement, count: number, render: () => void, errors: string): Promise<Metrics> {
  const show = await timeTo(render, () => root.querySelectorAll('input').length >= count, `${count} inputs`);
  const submit = [...root.querySelectorAll('button')].find((button) => button.textContent?.trim() === 'Submit');
  if (!submit) throw new Error('The form has no submit button');
  const validate = await timeTo(
    () => submit.click(),
    () => root.querySelectorAll(errors).length >= count,
    `${count} errors`,
  );
  const input = root.querySelectorAll('input')[Math.floor(count / 2)];
  if (!input) throw new Error('The form has no input in the middle');
  const marked = root.querySelectorAll(errors).length;
  const change = await timeTo(
    () => type(input, 'a'),
    () => root.querySelectorAll(errors).length < marked,
    'one error less after a letter',
  );
  return { show, validate, change, elements: root.querySelectorAll('*').length };
}

/** Types as a person does, so that React hears it. */
function type(input: HTMLInputElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
