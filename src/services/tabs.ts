/** A hint to other windows to look again; never state, never a token. */
export type TabHint = { type: 'logout' } | { type: 'changeSetting' };

/** The channel between the windows of this browser. Quietly alone where there is none. */
export class Tabs {
  private readonly channel: BroadcastChannel | undefined;

  constructor(onHint: (hint: TabHint) => void) {
    if (typeof BroadcastChannel === 'undefined') return;
    this.channel = new BroadcastChannel('targus');
    this.channel.onmessage = (event: MessageEvent<unknown>) => {
      const { data } = event;
      if (typeof data !== 'object' || data === null || !('type' in data)) return;
      if (data.type === 'logout' || data.type === 'changeSetting') onHint({ type: data.type });
    };
  }

  send(hint: TabHint): void {
    this.channel?.postMessage(hint);
  }

  close(): void {
    this.channel?.close();
  }
}
