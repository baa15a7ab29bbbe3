import type { TextSource } from '../types.ts';

export type RegisterFieldType =
  | 'text'
  | 'dictionary'
  | 'user'
  | 'department'
  | 'record'
  | 'date'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'files';

/** A field of the records of a register. */
export interface RegisterField {
  name: string;
  /** Names it had before: what is kept, said or linked under one of them is found under `name`. */
  aliases?: readonly string[];
  label: TextSource;
  type: RegisterFieldType;
  hint?: TextSource;
  required?: boolean;
  /** No two records of the register have the same value. */
  unique?: boolean;
  /** Ids of rule documents. */
  rules?: readonly string[];
  /** Of texts, in characters. Default 200, of texts in several lines 2,000. */
  maxLength?: number;
  /** Of texts: lines of the field in the form. Default one. */
  lines?: number;
  /** Of the type dictionary. */
  dictionary?: string;
  /** Of the type record: the register it is chosen from. */
  register?: string;
  /** Of the type record: only records in these states can be chosen, or in none that is final (`open`); one that was chosen before stays. Default all. */
  states?: 'open' | readonly string[];
  /** Of the types user, department and record: several are chosen, kept as a list. Default false. */
  multiple?: boolean;
  /** Of the type record, of this register: what is chosen does not lead back here by this field. Default false. */
  acyclic?: boolean;
  minimum?: number;
  maximum?: number;
  /** Of decimals: digits after the point. Default 2. */
  digits?: number;
  /** Of numbers: with separators of thousands, which a year has not. Default true. */
  grouping?: boolean;
  /** Of files and of several: how many at most. Default 20. */
  maxItems?: number;
  /**
   * An expression over `values` and `records`, the values of the records that are referred to: never typed, computed whenever the record is saved
   * or one it refers to. In a final state it stays.
   */
  value?: string;
  /** A figure over records of another register that point here: found whenever the record is read, never kept. */
  over?: RegisterFigure;
  /** When people fill it in: with a new record, and after that in windows of moves, or in those alone. Default whenever the record is changed. */
  typed?: 'first' | 'moves';
  /** Whoever changes it once the record is there holds this permission, besides that to edit records. Default everybody who edits them. */
  permission?: string;
  /** What a new record has in it: a value, or an expression over `records`, what is filled in already, `values`, and `user.id`. */
  starts?: string | number | boolean;
  /** Offered as a filter of the list. Default false. */
  filter?: boolean;
  /** Shown in the list: at once, when it is chosen, or never. Default shown. */
  column?: 'shown' | 'chosen' | 'never';
  /** Left out of the window of a record while it has no value. Default false. */
  hideEmpty?: boolean;
  /** Of the type department: the move its people are to make. Of departments in which nobody may, its choices say so. */
  actsBy?: string;
}

/** A figure over the records of a register that point at one record. */
export interface RegisterFigure {
  register: string;
  /** Its field of the type record they point by. */
  by: string;
  how: 'count' | 'sum' | 'average' | 'maximum' | 'minimum' | 'last';
  /** Its field of numbers, or of days for their maximum, minimum or last; not where they are counted. */
  of?: string;
  /** A field of the type record here: what points at the record it refers to counts, in place of what points at this one. */
  through?: string;
  /** Only records with these values of fields. Default all. */
  where?: Readonly<Record<string, string | number | boolean>>;
  /** Only records in these states. Default all. */
  states?: readonly string[];
}

export type RegisterTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** People of a record: a field of the type user, holders of a permission, or whoever may make a move with it. */
export type RegisterPeople = string | { permission: string } | { move: string };

/** A state records are in; the first one is that of a new record. */
export interface RegisterState {
  name: string;
  label: TextSource;
  tone?: RegisterTone;
  /** Records in it are neither changed nor deleted, nor are they overdue. Default false. */
  final?: boolean;
  /** The fields that are changed in it, or all but some; false: none. Such records are not deleted. Default all, in a final state none. */
  editable?: false | readonly string[] | { except: readonly string[] };
  /** Whose to-do a record in it is. Default who stands in `owner`; of nobody in a final state. */
  waitsFor?: readonly RegisterPeople[];
  /** The field of the type date from whose day on it waits. Default at once. */
  waitsFrom?: string;
}

/** A way from one state to another. */
export interface RegisterMove {
  name: string;
  label: TextSource;
  from: readonly string[];
  to: string;
  /** Who may: a permission besides that to see the register. Default that to edit. */
  permission?: string;
  /** Somebody else than who made the last move, or the record: the second pair of eyes. Default false. */
  byAnother?: boolean;
  /** Nor by who changed the record since that move. Default false. */
  byNoEditor?: boolean;
  /** Fields of the type user: not by who stands in one of them, however they may otherwise. */
  notBy?: readonly string[];
  /** An expression over `values`, `state` and `records` that must be true, with what is said where it is not. */
  require?: string;
  message?: TextSource;
  /** A reason is asked for and kept. Default false. */
  reason?: boolean;
  /** Fields its window asks for, which get these values with the move, whatever is open in the state. A word alone: it has to be filled. */
  asks?: readonly (string | RegisterAsk)[];
  /** Fields its window shows, for who decides by them. */
  shows?: readonly string[];
  /** Fields of its record that get a value with the move: one, an expression over `values`, `state` and `records`, or null for none. */
  sets?: Readonly<Record<string, string | number | boolean | null>>;
  /** A record it makes elsewhere. */
  makes?: RegisterMaking;
  danger?: boolean;
  /** They get a message, but for who made the move. */
  notify?: readonly RegisterPeople[];
  /** Of their holders those who saw the record before the move and do not see it after: they get a message that it is theirs no more. */
  takenFrom?: readonly { permission: string }[];
}

/** A field a move asks for. */
export interface RegisterAsk {
  field: string;
  /** Default true. */
  required?: boolean;
}

/** One wording a language. */
export type RegisterWording = Exclude<TextSource, string>;

/** A record that a move makes, once: not where one points at its record already. Who may make the move needs no right over there. */
export interface RegisterMaking {
  register: string;
  /** Its field of the type record that points at the record that is moved. */
  by: string;
  /** Only where this is true, an expression over the same. Default always. */
  when?: string;
  /**
   * Its other fields: values, or expressions over `values`, `state` and `records` of the record that is moved. A text in several wordings, which may hold
   * expressions, is written in the language of whoever makes the move.
   */
  with?: Readonly<Record<string, string | number | boolean | RegisterWording>>;
}

/** Who hears of the day in `due` before it comes and once it is over. */
export interface RegisterDueSteps {
  /** Days before it on which who stands in `owner` is told. */
  remind?: readonly number[];
  /** Who else is told this many days after it. */
  escalate?: readonly { after: number; notify: readonly RegisterPeople[] }[];
}

/** What is true of a record and should not be. It is shown with the record and keeps nobody from anything. */
export interface RegisterWarning {
  /** An expression over `values`, `state` and `records`, the values of the records that are referred to. */
  when: string;
  text: TextSource;
}

export type RegisterLook = 'list' | 'board' | 'calendar';

/** A way to look at the records: a tab of the page of the register, and a page of its own. */
export interface RegisterView {
  name: string;
  as: RegisterLook;
  label?: TextSource;
  /** Only records with these values of fields, `state` and `overdue`. */
  where?: Readonly<Record<string, unknown>>;
  /** Of a board: a field of the type dictionary whose values are the columns. Default the states. */
  by?: string;
  /** Of a calendar: a field of the type date. Default that in `due`. */
  date?: string;
  /** Whether the page of the register has a tab for it. Default true. */
  tab?: boolean;
}

/** A page about one record; `to` is its address with `:id` for the record. */
export interface RegisterLink {
  label: TextSource;
  to: string;
}

/** Records that risk screening looks for: in certain states they count on a watch list. */
export interface RegisterWatch {
  /** Code of the watch list. It is made where there is none. */
  list: string;
  states: readonly string[];
  /** Fields of the type text: numbers a record is known by besides its name, each compared as a whole. */
  identifiers?: readonly string[];
  /** The field of the type date that is the last day a record counts. */
  until?: string;
}

/** Who sees some of the records, without the right to see all of them. */
export interface RegisterReach {
  permission: string;
  /** Fields of the types user and department, and `createBy`: a record is seen that has its reader in one of them, or their department, or that they made. */
  by: readonly string[];
  /** Whose department counts as theirs: with those below it, or theirs alone. Default below. */
  departments?: 'below' | 'own';
  /** Only records in these states. Default all. */
  states?: readonly string[];
}

/** The word in `by` for who made a record, or in whose name it was made. */
export const madeBy = 'createBy';

/**
 * Records of one kind with their fields, states and rights (schemas/meta/register.schema.json). The server keeps them without a line of code, and
 * a page, a table and a form are made of it: `registers/<id>`.
 */
export interface RegisterDocument {
  version: 1;
  description?: string;
  requirements?: readonly string[];
  title: TextSource;
  /** What one record is called within a sentence. */
  recordTitle?: TextSource;
  /** An entry of the dictionary notice-type: that of its messages. Default that of each message. */
  noticeType?: string;
  /** The numbers of its records: F-0001. */
  code: { prefix: string; digits?: number };
  /** Who exports is who sees, where nothing is said. */
  permissions: { list: string; add?: string; edit?: string; remove?: string; export?: string };
  /** Whoever holds one of these permissions, and not that to see all records, sees those it says, and those of which the register tells them. */
  reach?: readonly RegisterReach[];
  fields: readonly RegisterField[];
  /** The field a record is called by where others refer to it. */
  display: string;
  states?: readonly RegisterState[];
  moves?: readonly RegisterMove[];
  /** A word alone stands for the view of that name. Default the list. */
  views?: readonly (RegisterLook | RegisterView)[];
  links?: readonly RegisterLink[];
  /** The field of the type date until which records are to be in a final state. */
  due?: string;
  dueSteps?: RegisterDueSteps;
  /** The field of the type user whose to-do a record is: told when it becomes theirs, and once it is overdue. */
  owner?: string;
  warnings?: readonly RegisterWarning[];
  watch?: RegisterWatch;
}
