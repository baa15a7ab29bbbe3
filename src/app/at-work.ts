/** What is of use once somebody works on a page, loaded as one. */
export { cleanTyping } from './clean-typing.ts';
export { tellCutPastes } from './cut-pastes.ts';
export { keepFocus } from './lost-focus.ts';
