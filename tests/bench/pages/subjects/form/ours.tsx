import type { PageDocument } from '../../../../../src/core/types.ts';
import { fieldDocuments } from '../fixtures/fields.ts';
import { bundleOf } from '../fixtures/page.ts';
import { loadWidgets, renderPage } from '../support/engine.tsx';
import type { Subject } from '../support/subject.ts';
import { watchForm } from './watch.ts';

const submit = { en: 'Submit', 'zh-Hans': '提交', 'zh-Hant': '提交' };

const page: PageDocument = {
  version: 1,
  title: 'bench.title',
  access: 'public',
  body: [{ widget: 'form', name: 'big', form: 'big', onSubmit: [], body: [{ widget: 'button', text: submit, submit: true }] }],
};

/** A form document in the form widget. */
const subject: Subject = async (root, argument) => {
  const count = Number(argument);
  const bundle = bundleOf(page, { forms: { big: { version: 1, fields: fieldDocuments(count) } } });
  await loadWidgets(['form', 'input', 'button']);
  return watchForm(root, count, () => renderPage(root, bundle), '[role="alert"] > p');
};

export default subject;
