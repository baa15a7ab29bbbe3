import type { Manifest } from '../core/types.ts';
import type { Application } from './application.ts';
import { RefusalNote } from './refusals.ts';
import './updates.css';

/** Seconds between two looks while the window is shown. */
const PAUSE = 10;
/** Milliseconds after somebody came back to the window: whoever saved a document a moment ago finds it served by one of them. */
const RETURN = [0, 1_000, 3_000];
const PLACE = 'targus-update';

/**
 * Watches the revision of the documents: pages opened from now on are the new ones, and when the page on show changed, a quiet note offers to
 * load it anew; people with sys:inspect are told which documents are refused. Nothing is swapped under anybody's hands. A failed look is made up for by the next one.
 */
export function watchUpdates(application: Application, { window, pause = PAUSE * 1000 }: { window: Window; pause?: number }): () => void {
  const { documents, manifest } = application;
  const refusals = new RefusalNote(application.engine, window);
  let shown = manifest;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking || window.document.visibilityState === 'hidden') return;
    isLooking = true;
    try {
      const [next] = await Promise.all([documents.loadManifest(), refusals.look()]);
      if (next.revision === shown.revision) return;
      if (await concerns(application, shown, next)) offer(application, window);
      shown = next;
    } catch (error) {
      console.debug('The documents could not be looked at:', error);
    } finally {
      isLooking = false;
    }
  };
  void look();
  const timer = window.setInterval(() => void look(), pause);
  let soon: number[] = [];
  const forget = (): void => soon.forEach((each) => void window.clearTimeout(each));
  const onReturn = (): void => {
    forget();
    soon = RETURN.map((wait) => window.setTimeout(() => void look(), wait));
  };
  window.addEventListener('focus', onReturn);
  window.document.addEventListener('visibilitychange', onReturn);
  return () => {
    window.clearInterval(timer);
    forget();
    window.removeEventListener('focus', onReturn);
    window.document.removeEventListener('visibilitychange', onReturn);
    window.document.getElementById(PLACE)?.remove();
    refusals.remove();
  };
}

/**
 * Whether what is on show now came from documents that changed: page, layouts, texts that were shown, theme, application, and the menus. Of those a
 * visitor sees none but the row that leads to the page.
 */
async function concerns({ routes, state, documents, texts }: Application, before: Manifest, after: Manifest): Promise<boolean> {
  const { decision } = routes;
  const { language, theme, session } = state;
  const page = decision?.kind === 'page' ? decision : undefined;
  const shown = ({ app, menus, themes, pages, layouts }: Manifest) =>
    JSON.stringify([
      ...[app, themes[theme], page && pages[page.page]?.hash, page?.layouts.map((id) => layouts[id]?.hash)],
      session.login ? menus : menus.filter(({ menuId }) => menuId === page?.route?.menuId),
    ]);
  if (shown(before) !== shown(after)) return true;
  return before.locales[language] !== after.locales[language] && !texts.renew(language, await documents.loadTexts(language));
}

/** A note at the lower edge, read out politely. Unsaved changes are asked about before the page goes. */
function offer({ engine }: Application, window: Window): void {
  const { document } = window;
  document.getElementById(PLACE)?.remove();
  const note = document.createElement('div');
  note.id = PLACE;
  note.className = 'tg-update-note';
  note.setAttribute('role', 'status');
  const text = document.createElement('span');
  text.textContent = engine.translate('inspect.updated');
  const reload = document.createElement('button');
  reload.type = 'button';
  reload.textContent = engine.translate('inspect.reload');
  reload.addEventListener('click', () => {
    void engine.leave.confirm(engine).then((isFine) => {
      if (isFine) window.location.reload();
    });
  });
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = engine.translate('inspect.later');
  close.addEventListener('click', () => note.remove());
  note.append(text, reload, close);
  document.body.append(note);
}
