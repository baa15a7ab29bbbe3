/** What is of use once somebody works on a page, loaded as one. */
export { cleanTyping } from './clean-typing.ts';
export { keepFocus } from './lost-focus.ts';
