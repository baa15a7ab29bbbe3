// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { said, settle } from '../engine/support.tsx';
import { applicationMenus, makeWorld, open, row, signedIn, type World } from './support.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', 'en');
  said.length = 0;
});
afterEach(cleanup);

const settled = async () => {
  for (let round = 0; round < 8; round += 1) await settle();
};
/** Where single sign-on comes back to: a page that needs nobody signs in. */
const landing = row({ menuId: 'landing', url: '/auth-redirect', component: 'bare#login', access: 'public' });

async function opened(path: string, world: World = makeWorld()): Promise<Application> {
  world.manifest = (manifest) => {
    const app = manifest.app as { pages: object };
    const pages = { ...app.pages, signInAgain: 'again', unreachable: 'unreachable' };
    return { ...manifest, menus: [...applicationMenus, landing], app: { ...app, pages } };
  };
  const application = await open(path, world);
  await settled();
  return application;
}
/** What is offered to whoever signs in now. */
async function offered(application: Application, button = 'sign in') {
  fireEvent.click(screen.getByText(button));
  await settled();
  expect(window.location.pathname).toBe('/');
  return application.routes.state.asked;
}

describe('[ROUTE-04] what a window was opened for', () => {
  const asked = { address: '/a?x=1', title: 'Page A' };

  it('is offered after the sign-in', async () => {
    expect(await offered(await opened('/a?x=1'))).toEqual(asked);
  });

  it('is offered to who comes back from single sign-on, over a page that needs nobody', async () => {
    await opened('/a?x=1');
    cleanup();
    expect(await offered(await opened('/auth-redirect'))).toEqual(asked);
  });

  /** The page goes and is loaded anew, as with F5 and when a session in another name begins. */
  const again = async (world: World) => {
    window.dispatchEvent(new Event('pagehide'));
    cleanup();
    const application = await opened(window.location.pathname, world);
    return application.routes.state.asked;
  };

  it('is offered after a reload to the same person, in this window and until another page is opened', async () => {
    const world = makeWorld();
    const application = await opened('/a?x=1', world);
    expect(await offered(application)).toEqual(asked);
    // A window that is opened from here takes along what is stored.
    expect(JSON.stringify(sessionStorage)).not.toContain('/a?x=1');
    expect(await again(world)).toEqual(asked);
    expect(await again(world)).toEqual(asked);
    expect(JSON.stringify(sessionStorage)).not.toContain('/a?x=1');
    world.stats = { ...signedIn, principal: { username: 'bob', name: 'Bob', roles: [{ roleCode: 'admin' }] } };
    expect(await again(world)).toBeNull();
    expect(JSON.stringify(sessionStorage)).not.toContain('/a?x=1');
  });

  it('is hidden while somebody acts for another one, and offered again to themselves', async () => {
    const world = makeWorld();
    await offered(await opened('/a?x=1', world));
    const { principal } = signedIn;
    world.stats = {
      ...signedIn,
      delegate: { id: '1', agent: principal },
      principal: { username: 'bob', name: 'Bob', roles: [{ roleCode: 'admin' }] },
    };
    expect(await again(world)).toBeNull();
    world.stats = signedIn;
    expect(await again(world)).toEqual(asked);
  });

  it.each(['{', 'null', '{"asked":"//evil.test","landed":"/","owner":"ann"}'])(
    'takes nothing stored for it that is none: %s',
    async (stored) => {
      sessionStorage.setItem('access_token', 'good');
      sessionStorage.setItem('offered_page', stored);
      expect((await opened('/')).routes.state.asked).toBeNull();
      expect(sessionStorage.getItem('offered_page')).toBeNull();
    },
  );

  it('is not where the one before was, who signed out, whatever way leads back there', async () => {
    sessionStorage.setItem('access_token', 'good');
    const application = await opened('/');
    for (const path of ['/a?x=1', '/']) {
      application.history.push(path);
      await settled();
    }
    await application.session.signOutTo('/login');
    const here = application.history.place.key;
    window.history.back();
    await expect.poll(() => application.history.place.key).not.toBe(here);
    await settled();
    expect(window.location.pathname).toBe('/login');
    expect(await offered(application)).toBeNull();
  });

  it('is not the page of an ended session that was loaded again', async () => {
    sessionStorage.setItem('access_token', 'ended');
    expect(await offered(await opened('/a?x=1'))).toBeNull();
  });

  it('is not for another person who signs in over the page it is offered on', async () => {
    const world = makeWorld({ tokens: new Set(['good', 'new']) });
    const application = await opened('/a?x=1', world);
    expect(await offered(application)).toEqual(asked);
    application.engine.leave.note();
    const headers = { 'content-type': 'application/json' };
    const refusal = new Response(JSON.stringify({ code: 'SESSION_EXPIRED' }), { status: 401, headers });
    Object.assign(world.answers, { '/api/users': refusal, '/api/user.list': refusal });
    await Promise.allSettled([application.engine.client.call('user.list')]);
    await settled();
    world.stats = { ...signedIn, principal: { username: 'bob', name: 'Bob', roles: [{ roleCode: 'admin' }] } };
    expect(await offered(application, 'sign in again')).toBeNull();
    expect(application.state.user?.name).toBe('Bob');
  });
});
