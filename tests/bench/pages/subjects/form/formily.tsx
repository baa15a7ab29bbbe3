import { Form, FormItem, Input, Submit } from '@formily/antd-v5';
import { createForm } from '@formily/core';
import { Field } from '@formily/react';
import { createRoot } from 'react-dom/client';
import { fieldDocuments } from '../fixtures/fields.ts';
import type { Subject } from '../support/subject.ts';
import { watchForm } from './watch.ts';

/** The form library with its own antd components, as its guide writes a form. */
const subject: Subject = async (root, argument) => {
  const count = Number(argument);
  const fields = fieldDocuments(count);
  const form = createForm();
  const view = (
    <Form form={form} layout="vertical" onAutoSubmitFailed={() => undefined}>
      {fields.map(({ name }, index) => (
        <Field key={name} name={name} title={`Field ${index}`} required decorator={[FormItem]} component={[Input]} />
      ))}
      <Submit>Submit</Submit>
    </Form>
  );
  return watchForm(root, count, () => createRoot(root).render(view), '.ant-formily-item-error-help');
};

export default subject;
