/** The part of autocannon the benchmark uses; it brings no types. */
declare module 'autocannon' {
  interface Sent {
    method?: 'GET' | 'POST';
    headers?: Record<string, string>;
    body?: string;
    /** Makes the request anew every time it is sent. */
    setupRequest?: (request: Sent) => Sent;
  }
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Record<string, string>;
    method?: 'GET' | 'POST';
    /** Requests a second of all connections. */
    overallRate?: number;
    requests?: Sent[];
  }
  interface Result {
    requests: { average: number; mean: number; total: number };
    latency: { p50: number; p99: number; max: number };
    /** Seconds the run took. */
    duration: number;
    errors: number;
    timeouts: number;
    non2xx: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
