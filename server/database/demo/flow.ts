import type { Database } from '../connection.ts';
import { type FlowClientDemo, flowClients } from './flow-words.ts';
import type { Person } from './people.ts';
import { pick, seeded } from './random.ts';

const made = new Date(Date.UTC(2026, 1, 16, 1));

/** Clients of the flow audit with dealers, products and the names files have for them, projects, and the dealers these review in batches: the same on every fill. */
export async function fillFlow(db: Database, userIds: ReadonlyMap<string, number>, persons: readonly Person[]): Promise<void> {
  const random = seeded(20_260_216);
  const auditors = persons.filter(({ roles, status }) => status === '0' && roles.includes('auditor')).map(({ username }) => username);
  for (const [index, demo] of flowClients.entries()) {
    const { id: clientId } = await db
      .insertInto('flow_client')
      .values({ client_code: demo.code, client_name: demo.name, remark: demo.remark, created_at: made })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The known auditor works for the first two: of the third one only other people know.
    const others = auditors.filter((username) => username !== 'auditor').slice(index, index + 3);
    const members = [...(index < 2 ? ['auditor'] : []), ...others].map((username) => idOf(userIds, username));
    await db
      .insertInto('flow_client_member')
      .values(members.map((user_id) => ({ client_id: clientId, user_id })))
      .execute();
    const dealers = await fillMasterData(db, clientId, demo);
    await fillProjects(db, { clientId, demo, dealers, members, random });
  }
}

interface Dealer {
  dealer_code: string;
  dealer_name: string;
}

async function fillMasterData(db: Database, clientId: number, { prefix, cities, branch, products }: FlowClientDemo): Promise<Dealer[]> {
  const dealers = cities.map(([city, pinyin], index) => ({
    client_id: clientId,
    dealer_code: `${prefix}D${String(index + 1).padStart(3, '0')}`,
    dealer_name: `${city}${branch[index % branch.length] ?? ''}有限公司`,
    // example.com belongs to nobody, so no mail of a demo ever reaches anybody.
    email: `${pinyin}.${prefix.toLowerCase()}@example.com`,
    created_at: made,
  }));
  await db.insertInto('flow_dealer').values(dealers).execute();
  const goods = products.map(([name, spec], index) => ({
    client_id: clientId,
    product_code: `${prefix}P${String(index + 1).padStart(3, '0')}`,
    product_name: name,
    product_spec: spec,
    created_at: made,
  }));
  await db.insertInto('flow_client_product').values(goods).execute();
  const called = (kind: 'dealer' | 'product', source_name: string, target_code: string, target_name: string) => {
    return { client_id: clientId, kind, source_name, target_code, target_name, created_at: made };
  };
  await db
    .insertInto('flow_matching_relation')
    .values([
      // As ledgers of warehouses write them: short, or with the city in brackets.
      ...dealers.slice(0, 8).flatMap(({ dealer_code, dealer_name }, index) => {
        const [city = ''] = cities[index] ?? [];
        const short = dealer_name.replace('有限公司', '');
        const bracketed = `${short.replace(city, '')}（${city}）`;
        return [short, bracketed].map((source) => called('dealer', source, dealer_code, dealer_name));
      }),
      ...goods.slice(0, 10).map(({ product_code, product_name, product_spec }) => {
        return called('product', `${product_name} ${product_spec}`, product_code, product_name);
      }),
    ])
    .execute();
  return dealers;
}

interface Work {
  clientId: number;
  demo: FlowClientDemo;
  dealers: readonly Dealer[];
  members: readonly number[];
  random: () => number;
}

async function fillProjects(db: Database, { clientId, demo, dealers, members, random }: Work): Promise<void> {
  for (const { name, status, start, end, remark, batches } of demo.projects) {
    const { id: projectId } = await db
      .insertInto('flow_project')
      .values({ client_id: clientId, project_name: name, status, start_date: start, end_date: end, remark, created_at: made })
      .returning('id')
      .executeTakeFirstOrThrow();
    const objects = batches.flatMap(({ no, from, count, states }) =>
      dealers.slice(from, from + count).map(({ dealer_code, dealer_name }) => ({
        project_id: projectId,
        review_batch_no: no,
        dealer_code,
        dealer_name,
        status: pick(states, random),
        executor_id: pick(members, random),
        created_at: made,
      })),
    );
    if (objects.length > 0) await db.insertInto('flow_review_object').values(objects).execute();
  }
}

function idOf(ids: ReadonlyMap<string, number>, username: string): number {
  const id = ids.get(username);
  if (id === undefined) throw new Error(`The demo data have nobody called ${username}`);
  return id;
}
