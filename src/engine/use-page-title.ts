import { usePageModel } from './context.ts';
import { titleOf } from './page-title.ts';

/** Gives what people see this page called when it is asked: what an expression of it says, or else what the menu or the page is called. */
export function usePageTitle(): () => string {
  const page = usePageModel();
  return () => {
    const { text, isComputed } = titleOf(page);
    return (isComputed && text) || page.route.title || text;
  };
}
