/** A browser as far as a provider needs one: keeps cookies, follows no redirect by itself. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  async open(address: string, form?: Record<string, string>): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Signs in at the provider and agrees, or cancels there. The address it leads back to. */
  async authorize(address: string, name: string, agree = true): Promise<URL> {
    const { origin } = new URL(address);
    let place = address;
    for (let step = 0; step < 12; step += 1) {
      if (new URL(place, origin).origin !== origin) return new URL(place);
      const response = await this.open(new URL(place, origin).href);
      const next = response.headers.get('location');
      if (next !== null) place = next;
      else place = await this.interact(new URL(place, origin).href, await response.text(), name, agree);
    }
    throw new Error(`The provider never came back from ${address}`);
  }

  private async interact(address: string, page: string, name: string, agree: boolean): Promise<string> {
    if (!agree) return `${address}/abort`;
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    const response = await this.open(address, { prompt, login: name, password: 'any' });
    return response.headers.get('location') ?? '';
  }
}
