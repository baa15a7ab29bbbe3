import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { demoSecrets } from '../../demo-secrets.ts';
import { seedDictionaries } from '../../documents/seed-dictionaries.ts';
import { seedMenuRows } from '../../documents/seed-menus.ts';
import type { Documents } from '../../documents.ts';
import { createFileStore } from '../../files/store.ts';
import { addDictionaries } from '../../modules/dictionaries/given.ts';
import { hashPassword, verifyPassword } from '../../modules/identity/password.ts';
import { type Settings, StartError } from '../../settings.ts';
import type { Database } from '../connection.ts';
import type { Account, FillDemo } from '../seed.ts';
import { labelOf } from '../values.ts';
import { fillBoards, fillDesignedBoard } from './boards.ts';
import { fillDataChain } from './data-chain.ts';
import { fillDataMart } from './data-mart.ts';
import { fillDataProcess } from './data-process.ts';
import { fillDelegations } from './delegations.ts';
import { fillEvidence } from './evidence.ts';
import { fillFinance } from './finance.ts';
import { fillFlow } from './flow.ts';
import { fillFlowProcesses } from './flow-process.ts';
import { fillImages } from './images.ts';
import { tellDemo } from './messages.ts';
import { administratorRole, contactRole, type DemoRole, departments, roles } from './organisation.ts';
import { type Person, people } from './people.ts';
import { fillProduct, withDescendants } from './product.ts';
import { fillRegisters } from './registers.ts';
import { fillRelations } from './relations.ts';
import { fillRisk } from './risk.ts';
import { fillScreening } from './screening.ts';
import { fillScripts } from './scripts.ts';
import { fillWorkspaces } from './workspaces.ts';

const made = new Date(Date.UTC(2026, 0, 1));

const demoAccounts: Account[] = [
  { username: 'admin', password: demoSecrets.administratorPassword, note: 'administrator, sees everything' },
  { username: 'auditor', password: demoSecrets.administratorPassword, note: 'auditor, reads dictionaries' },
  { username: 'riskmanager', password: demoSecrets.administratorPassword, note: 'risk manager and compliance officer' },
  { username: 'contact', password: demoSecrets.administratorPassword, note: 'contact of a department, sees its records alone' },
];

/**
 * Fills an empty database, in one transaction:
 * - always: the menu, the vocabularies and the configuration the product starts with, which are documents of schemas/
 * - demo: departments, users, roles and tasks, the same rows on every fill
 * - production: nobody but one administrator with a random password
 * A filled one is given the dictionaries and entries the product ships since then.
 * @throws StartError in production when an account that may sign in still has the demo password.
 */
export const fillDemo: FillDemo = async (db, settings, documents) => {
  const isFilled = (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined;
  if (isFilled) {
    if (settings.production) await refuseDemoPassword(db);
    await db.transaction().execute((transaction) => addDictionaries(transaction, seedDictionaries(documents)));
    return { filled: false, accounts: settings.production ? [] : await stillThere(db) };
  }
  const accounts = await db.transaction().execute(async (transaction) => {
    await fillProduct(transaction, seedMenuRows(documents), seedDictionaries(documents));
    return settings.production ? await makeAdministrator(transaction) : await fillPeople(transaction, settings, documents);
  });
  return { filled: true, accounts };
};

async function refuseDemoPassword(db: Database): Promise<void> {
  const known = await demoHash();
  const suspects = await db
    .selectFrom('app_user')
    .select(['username', 'password_hash'])
    .where('status', '=', '0')
    .where((is) => is.or([is('password_hash', '=', known), is('username', '=', 'admin')]))
    .orderBy('id')
    .execute();
  const open = suspects.filter((user) => user.password_hash === known).map((user) => user.username);
  const admin = suspects.find((user) => user.username === 'admin');
  if (admin && !open.includes('admin') && (await verifyPassword(demoSecrets.administratorPassword, admin.password_hash)))
    open.unshift('admin');
  if (open.length === 0) return;
  const others = open.length > 3 ? ` and ${open.length - 3} more` : '';
  throw new StartError(
    `${open.slice(0, 3).join(', ')}${others}: these accounts have the password of the demo, which everybody knows. PRODUCTION=1 needs a database of its own.`,
  );
}

/** Of the password of the demo, and of no other: whoever changes theirs gets a random one. */
const demoSalt = createHash('sha256').update('targus demo').digest().subarray(0, 16);

/** One for all accounts: the password of the demo is public, and sixty hashes would take ten seconds. */
function demoHash(): Promise<string> {
  return hashPassword(demoSecrets.administratorPassword, demoSalt);
}

/** The demo accounts of an earlier fill that nobody removed, with the password where nobody changed it: its salt tells, so that no start waits for a hash. */
async function stillThere(db: Database): Promise<Account[]> {
  const found = await db
    .selectFrom('app_user')
    .select(['username', sql<boolean>`split_part(password_hash, '$', 5) = ${demoSalt.toString('base64')}`.as('isUnchanged')])
    .where(
      'username',
      'in',
      demoAccounts.map(({ username }) => username),
    )
    .where('status', '=', '0')
    .execute();
  const unchanged = new Map(found.map(({ username, isUnchanged }) => [username, isUnchanged]));
  return demoAccounts
    .filter(({ username }) => unchanged.has(username))
    .map((account) => (unchanged.get(account.username) ? account : { ...account, password: '(changed)' }));
}

async function makeAdministrator(db: Database): Promise<Account[]> {
  const password = randomBytes(18).toString('base64url');
  const roleIds = await fillRoles(db, [administratorRole]);
  await insertPerson(
    db,
    { username: 'admin', name: 'Administrator', nameEn: 'Administrator', userCode: 'T00001', roles: ['Administrator'], status: '0' },
    { passwordHash: await hashPassword(password), isGiven: true, roleIds, departmentIds: new Map(), createdAt: undefined },
  );
  // Whoever starts the server reads it, and so does whoever reads its output: nobody works with a password others chose.
  await db
    .insertInto('config')
    .values({ key: 'security', value: JSON.stringify({ passwordOwn: true }) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return [{ username: 'admin', password, note: 'administrator; this password is shown once' }];
}

async function fillPeople(db: Database, settings: Settings, documents: Documents): Promise<Account[]> {
  const departmentIds = await fillDepartments(db);
  const roleIds = await fillRoles(db, [...roles, contactRole]);
  const passwordHash = await demoHash();
  const persons = people();
  const userIds = new Map<string, number>();
  for (const person of persons) {
    userIds.set(person.username, await insertPerson(db, person, { passwordHash, roleIds, departmentIds, createdAt: made }));
  }
  await fillDelegations(db, userIds, settings.timeZone);
  await fillRegisters(db, documents, { userIds, departmentIds });
  await fillRisk(db, persons.map(respondent));
  await fillFinance(db);
  await fillWorkspaces(db, userIds, persons);
  await fillDataMart(db, userIds, persons);
  await fillRelations(db);
  await fillBoards(db);
  await fillDesignedBoard(db, 'admin');
  await fillFlow(db, userIds, persons);
  await fillFlowProcesses(db, settings);
  await fillScreening(db, userIds, documents);
  await fillEvidence(db, createFileStore(settings));
  await fillDataProcess(db);
  await fillScripts(db);
  await fillDataChain(db);
  await fillImages(db, userIds);
  await tellDemo(db, documents);
  return demoAccounts;
}

function respondent({ userCode, name, department }: Person) {
  const found = departments.find(({ code }) => code === department);
  return { userCode, name, department: found?.name['zh-Hans'] ?? department };
}

async function fillDepartments(db: Database): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [index, { code, name, parent }] of departments.entries()) {
    const { id } = await db
      .insertInto('department')
      .values({
        code,
        name: JSON.stringify(labelOf(name)),
        parent_id: parent === undefined ? null : idOf(ids, parent),
        sort: (index + 1) * 10,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(code, id);
  }
  return ids;
}

async function fillRoles(db: Database, list: readonly DemoRole[]): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [index, role] of list.entries()) {
    const { id } = await db
      .insertInto('role')
      .values({ role_code: role.code, name: JSON.stringify(labelOf(role.name)), sort: (index + 1) * 10, created_at: made })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.set(role.code, id);
    const shown = (await withDescendants(db, role.menus)).filter((menu) => !role.except?.includes(menu));
    if (shown.length > 0)
      await db
        .insertInto('role_menu')
        .values(shown.map((menu) => ({ role_id: id, menu_id: menu })))
        .execute();
  }
  return ids;
}

interface Context {
  passwordHash: string;
  /** Its owner did not choose it. Default false: the accounts of the demo keep theirs. */
  isGiven?: boolean;
  roleIds: ReadonlyMap<string, number>;
  departmentIds: ReadonlyMap<string, number>;
  createdAt: Date | undefined;
}
type NewPerson = Omit<Person, 'email' | 'phone' | 'department'> & Partial<Pick<Person, 'email' | 'phone' | 'department'>>;

async function insertPerson(
  db: Database,
  person: NewPerson,
  { passwordHash, isGiven = false, roleIds, departmentIds, createdAt }: Context,
): Promise<number> {
  const { id } = await db
    .insertInto('app_user')
    .values({
      username: person.username,
      name: person.name,
      name_en: person.nameEn,
      user_code: person.userCode,
      email: person.email ?? null,
      phone: person.phone ?? null,
      department_id: person.department === undefined ? null : idOf(departmentIds, person.department),
      password_hash: passwordHash,
      password_given: isGiven,
      status: person.status,
      img_path: null,
      theme_config: null,
      language_config: null,
      ...(createdAt && { created_at: createdAt, password_set_at: createdAt }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('user_role')
    .values(person.roles.map((code) => ({ user_id: id, role_id: idOf(roleIds, code) })))
    .execute();
  return id;
}

function idOf(ids: ReadonlyMap<string, number>, key: string): number {
  const id = ids.get(key);
  if (id === undefined) throw new Error(`The demo data refer to ${key}, which does not exist`);
  return id;
}
