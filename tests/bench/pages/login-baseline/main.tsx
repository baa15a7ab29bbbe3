import { createForm } from '@formily/core';
import { Field, FormProvider } from '@formily/react';
import { Button, ConfigProvider, Form, Input } from 'antd';
import i18next from 'i18next';
import { type ComponentProps, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import useSWR from 'swr';

/** A login page with the bare libraries such a page needs, each used once: what none of them can be left out of weighs. */
const form = createForm();
await i18next.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: { account: 'Account', password: 'Password', submit: 'Sign in' } } },
});

type InputProps = ComponentProps<typeof Input>;
const Text = (props: InputProps) => <Input {...props} />;
const Secret = (props: InputProps) => <Input.Password {...props} />;

function Login() {
  const { t } = useTranslation();
  const { data } = useSWR('/api/login/stats', (url: string) => fetch(url).then((answer) => answer.json() as Promise<{ code?: string }>));
  return (
    <FormProvider form={form}>
      <Form layout="vertical" onFinish={() => form.submit()}>
        <Form.Item label={t('account')}>
          <Field name="username" required component={[Text]} />
        </Form.Item>
        <Form.Item label={t('password')}>
          <Field name="password" required component={[Secret]} />
        </Form.Item>
        <Button type="primary" htmlType="submit" data-code={data?.code}>
          {t('submit')}
        </Button>
      </Form>
    </FormProvider>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('No #root');
createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={i18next}>
      <ConfigProvider>
        <BrowserRouter>
          <Routes>
            <Route path="*" element={<Login />} />
          </Routes>
        </BrowserRouter>
      </ConfigProvider>
    </I18nextProvider>
  </StrictMode>,
);
