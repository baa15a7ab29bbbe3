import type { RegisterDocument, RegisterField, RegisterMove, RegisterState } from '../../../src/core/register/document.ts';
import { presentName } from '../../../src/core/register/names.ts';
import { movePermission } from '../../../src/core/register/reading.ts';
import type { Context } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Documents } from '../../documents.ts';
import { ApiError } from '../../errors.ts';
import { actorId } from '../changes.ts';
import { idsIn } from './pointing.ts';
import { seesRegister } from './sight.ts';
import type { RecordRow } from './tables.ts';

/** A register with its id, and who asks. */
export interface Register {
  id: string;
  document: RegisterDocument;
  user: Principal;
}

/** The states in which records are at their end. */
export function finalsOf({ states = [] }: Pick<RegisterDocument, 'states'>): string[] {
  return states.filter(({ final }) => final).map(({ name }) => name);
}

/** A register with those of its fields that point at something. */
export interface Pointing {
  id: string;
  document: RegisterDocument;
  fields: RegisterField[];
}

type Right = Exclude<keyof RegisterDocument['permissions'], 'list'>;

/**
 * A register the user sees records of and has a right in: what stands in the document decides, not the call.
 * @throws ApiError NOT_FOUND where there is none, FORBIDDEN
 */
export function requireRegister(context: Pick<Context, 'services' | 'user'>, id: string, right: Right | 'see' = 'see'): Register {
  const user = signedIn(context);
  const document = context.services.documents.get('register', id);
  if (!document) throw new ApiError('NOT_FOUND');
  const register = { id, document, user };
  if (!seesRegister(register) || !has(register, right)) throw new ApiError('FORBIDDEN');
  return register;
}

/** Whether the user has a right; what the document leaves out nobody has, but whoever sees records exports them. Which records is the business of `sight.ts`. */
export function has(register: Register, right: Right | 'see'): boolean {
  const permission = right === 'see' ? undefined : register.document.permissions[right];
  if (permission !== undefined) return register.user.permissions.has(permission);
  return (right === 'see' || right === 'export') && seesRegister(register);
}

/** The register with these fields alone, such as those a move asks for. */
export function withFields(register: Register, fields: readonly RegisterField[]): Register {
  return { ...register, document: { ...register.document, fields } };
}

export function stateOf({ document }: Pick<Register, 'document'>, name: string): RegisterState | undefined {
  return document.states?.find((state) => state.name === name);
}

/** The state of a new record. */
export function firstState({ document }: Pick<Register, 'document'>): string {
  return document.states?.[0]?.name ?? '';
}

/** A field by the name it has, or by one it had. */
export function fieldOf({ document }: Pick<Register, 'document'>, name: string): RegisterField | undefined {
  const present = presentName(document, name);
  return document.fields.find((field) => field.name === present);
}

/** The number of a record as people write it. */
export function codeOf({ document: { code } }: Pick<Register, 'document'>, number: number): string {
  return code.prefix + String(number).padStart(code.digits ?? 4, '0');
}

/** Why a move is not for this user, who has a hand in the record: stands in it, made the move before, or changed it since. */
export function ownHand(
  { byAnother, byNoEditor, notBy = [] }: RegisterMove,
  { moved_by, edited_by, data }: Pick<RecordRow, 'moved_by' | 'edited_by' | 'data'>,
  user: Pick<Principal, 'id' | 'agent'>,
): 'byAnother' | 'byNoEditor' | 'notBy' | undefined {
  const me = actorId(user);
  // Neither theirs, nor that of whom they act for.
  if (notBy.some((name) => idsIn(data[name]).some((id) => id === String(me) || id === user.id))) return 'notBy';
  if (byAnother && moved_by === me) return 'byAnother';
  return byNoEditor && edited_by.includes(String(me)) ? 'byNoEditor' : undefined;
}

/** The moves the user may make with a record. */
export function movesFrom({ document, user }: Register, row: Pick<RecordRow, 'state' | 'moved_by' | 'edited_by' | 'data'>): RegisterMove[] {
  return (document.moves ?? []).filter((move) => {
    const permission = movePermission(document, move);
    const isAllowed = permission !== undefined && user.permissions.has(permission);
    return move.from.includes(row.state) && isAllowed && ownHand(move, row, user) === undefined;
  });
}

/** The registers with fields that point to records of this one, and those fields: all registers, in the order of their ids. */
export function pointingAt(documents: Pick<Documents, 'ids' | 'get'>, registerId: string): Pointing[] {
  return fieldsThat(documents, ({ type, register }) => type === 'record' && register === registerId);
}

/** Registers with fields that name departments. */
export function namingDepartments(documents: Pick<Documents, 'ids' | 'get'>): Pointing[] {
  return fieldsThat(documents, ({ type }) => type === 'department');
}

/** Registers with fields that name people. */
export function namingPeople(documents: Pick<Documents, 'ids' | 'get'>): Pointing[] {
  return fieldsThat(documents, ({ type }) => type === 'user');
}

function fieldsThat(documents: Pick<Documents, 'ids' | 'get'>, fits: (field: RegisterField) => boolean): Pointing[] {
  return documents.ids('register').flatMap((id) => {
    const document = documents.get('register', id);
    const fields = document?.fields.filter(fits) ?? [];
    return document && fields.length > 0 ? [{ id, document, fields }] : [];
  });
}
