import { usePageModel } from './context.ts';
import { shownTitle, titleOf } from './page-title.ts';

/** Gives what people see this page called when it is asked. */
export function usePageTitle(): () => string {
  const page = usePageModel();
  return () => shownTitle(titleOf(page), page.route.title);
}
