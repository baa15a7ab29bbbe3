export interface Place {
  host: string;
  port: number;
}
export declare function whyUnheard(error: { code?: unknown }, place: Place, prefix?: string): string | undefined;
export declare function listenBriefly(place: Place): Promise<void>;
export declare function tryAddress(env: Readonly<Record<string, string | undefined>>): Promise<void>;
