/** `/workbench/:id/members` with the values of its parts; empty when one has no value. */
export function filledIn(href: string, params: Readonly<Record<string, unknown>>): string {
  let isWhole = true;
  const address = href.replace(/(?<=\/):(\w+)/g, (_part, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') isWhole = false;
    return encodeURIComponent(String(value));
  });
  return isWhole ? address : '';
}
