import { createInstance, type i18n } from 'i18next';

/** An instance without texts, for engines whose `translate` is a stand-in. */
export function emptyTexts(): i18n {
  const texts = createInstance();
  void texts.init({ lng: 'en', initAsync: false, resources: { en: { translation: {} } } });
  return texts;
}
