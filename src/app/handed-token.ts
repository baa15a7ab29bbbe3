const PARAMETER = 'access_token';
const SHAPE = /^[A-Za-z0-9._~+/=-]{1,512}$/;

/**
 * The token another system hands over in the address (ROUTE-06), taken out of the address bar and the history before anything else runs.
 * undefined: none was given; '': one that cannot be a token, or several.
 */
export function takeHandedToken(window: Pick<Window, 'location' | 'history'>): string | undefined {
  const address = new URL(window.location.href);
  const [token, ...more] = address.searchParams.getAll(PARAMETER);
  if (token === undefined) return undefined;
  // The other parameters stay as they were written.
  const others = address.search
    .slice(1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has(PARAMETER));
  const search = others.length > 0 ? `?${others.join('&')}` : '';
  window.history.replaceState(window.history.state, '', `${address.pathname}${search}${address.hash}`);
  return more.length === 0 && SHAPE.test(token) ? token : '';
}
