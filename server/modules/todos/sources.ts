import type { WordedContext } from '../../context.ts';
import type { Place } from './places.ts';

/** Kinds besides records, each with a source of its own. */
export type OtherKind = 'plan' | 'paper' | 'evidence' | 'screening' | 'schedule' | 'grant' | 'invitation';
/** record: their own. approval: a record they may decide. message: one that asks for something, which is no to-do by itself. */
export type WaitingKind = 'record' | 'approval' | OtherKind | 'message';

/** Who something came from. */
export type Submitter = { id: number } | { account: string };

/** What somebody waits for, as its source knows it. */
export interface Waiting {
  /** Unique within its kind. */
  id: string;
  title: string;
  /** What it is about, or how it stands. */
  detail: string;
  /** Where it is done. */
  url: string | null;
  from: Submitter | null;
  /** Since when, and until which day. */
  time: string;
  dueDate: string | null;
}

/** Where such things come from: what waits for who asks and how many there are; of more than `most` those due first, then those that came last. */
export interface WaitingSource {
  /** The address of the page they are done on: its application counts them. */
  at: string;
  /** Nobody else's business: what opens with a secret of its own, or asks for the person. Who acts for them does not see it. */
  isPersonal?: true;
  find(context: WordedContext, most: number): Promise<{ items: Waiting[]; total: number }>;
}

/** The same with what it is and where it stands. */
export interface Gathered extends Waiting {
  kind: WaitingKind;
  /** The register of a record, otherwise the kind. */
  source: string;
  place: Place | undefined;
}

/** What is asked for (API-28). */
export interface WaitingFilter {
  hasPlace(place: Place | undefined): boolean;
  source?: string | undefined;
  keyword: string;
  submitUserCode?: string | undefined;
  /** A calendar day, YYYY-MM-DD. */
  submitDate?: string | undefined;
  /** Nothing from before, where it is done there (DELEG-02). Absent: everything everywhere. */
  since?: ((place: Place | undefined) => Date | null) | undefined;
  whose?: 'own' | 'asked' | undefined;
}

/** Everything, wherever it is done. */
export const everything: WaitingFilter = { hasPlace: () => true, keyword: '' };
