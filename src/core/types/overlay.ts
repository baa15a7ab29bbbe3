import type { CallContract } from './documents.ts';

/** A document laid over the shipped ones. */
export interface OverlayFile {
  /** Path below its folder: pages/people/list.page.json */
  path: string;
  /** For messages: where it really is. */
  file: string;
  text: string;
}

/** A mistake as `targus check` tells it. */
export interface OverlayError {
  /** Path of a document of the overlay, or of a shipped one that no longer fits. */
  path: string;
  file: string;
  line: number;
  column: number;
  pointer: string;
  code: string;
  message: string;
  hint?: string;
}

/** What a check of an overlay finds. */
export interface OverlayResult {
  errors: OverlayError[];
  /** Menu rows that lead to no page: each explains itself on its route, and the rest of its menu works. */
  rows?: OverlayError[];
  /** Of shipped documents with errors, by path: the registers of the overlay they name, and amendments of registers. What is wrong may be theirs. */
  named?: Record<string, string[]>;
  /** Every call, those of services in the overlay included; undefined without an overlay. */
  contracts: Record<string, CallContract> | undefined;
  /** Its own calls, and those whose answer it changed, as they stand in the description of the API. */
  openApi?: OpenApiParts | undefined;
}

/** Calls as OpenAPI 3.1 describes them: `paths`, the components they name, and a tag for each service. */
export interface OpenApiParts {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, object>>;
  schemas: Record<string, unknown>;
}
