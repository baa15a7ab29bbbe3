import { contactRole, departments, roles } from './organisation.ts';
import { pick, seeded } from './random.ts';

export interface Person {
  username: string;
  name: string;
  nameEn: string;
  userCode: string;
  email: string;
  phone: string;
  department: string;
  roles: readonly string[];
  status: '0' | '1';
}

const families: readonly (readonly [string, string])[] = [
  ['王', 'Wang'],
  ['李', 'Li'],
  ['张', 'Zhang'],
  ['刘', 'Liu'],
  ['陈', 'Chen'],
  ['杨', 'Yang'],
  ['赵', 'Zhao'],
  ['黄', 'Huang'],
  ['周', 'Zhou'],
  ['吴', 'Wu'],
  ['徐', 'Xu'],
  ['孙', 'Sun'],
  ['马', 'Ma'],
  ['朱', 'Zhu'],
  ['林', 'Lin'],
];
const givens: readonly (readonly [string, string])[] = [
  ['伟', 'Wei'],
  ['静', 'Jing'],
  ['敏', 'Min'],
  ['丽', 'Li'],
  ['强', 'Qiang'],
  ['磊', 'Lei'],
  ['洋', 'Yang'],
  ['艳', 'Yan'],
  ['勇', 'Yong'],
  ['娟', 'Juan'],
  ['志强', 'Zhiqiang'],
  ['晓梅', 'Xiaomei'],
  ['雪', 'Xue'],
  ['建国', 'Jianguo'],
  ['海燕', 'Haiyan'],
  ['文博', 'Wenbo'],
  ['思远', 'Siyuan'],
  ['雅琪', 'Yaqi'],
];

const known: readonly Omit<Person, 'userCode' | 'email' | 'phone'>[] = [
  { username: 'admin', name: '管理员', nameEn: 'Administrator', department: 'D07', roles: ['Administrator'], status: '0' },
  { username: 'auditor', name: '陈静', nameEn: 'Chen Jing', department: 'D04', roles: ['auditor'], status: '0' },
  {
    username: 'riskmanager',
    name: '王伟',
    nameEn: 'Wang Wei',
    department: 'D02',
    roles: ['riskManager', 'complianceOfficer'],
    status: '0',
  },
];

/** Of a department with another one below it: sees the records of both and no others. */
const contactPerson: Omit<Person, 'userCode' | 'email' | 'phone'> = {
  username: 'contact',
  name: '何璐',
  nameEn: 'He Lu',
  department: 'D07',
  roles: [contactRole.code],
  status: '0',
};

/** The users of the demo: four known accounts and 57 others, the same on every fill. */
export function people(): Person[] {
  const random = seeded(20_260_105);
  const list: Person[] = known.map((person, index) => ({ ...person, ...contact(person.username, index + 1, random) }));
  const taken = new Set(list.map((person) => person.username));
  const names = new Set(list.map((person) => person.name));
  while (list.length < 60) {
    const [family, familyEn] = pick(families, random);
    const [given, givenEn] = pick(givens, random);
    const base = `${givenEn}${familyEn}`.toLowerCase();
    if (names.has(family + given)) continue;
    names.add(family + given);
    const username = taken.has(base) ? `${base}${list.length + 1}` : base;
    taken.add(username);
    list.push({
      username,
      name: family + given,
      nameEn: `${familyEn} ${givenEn}`,
      department: pick(departments.slice(1), random).code,
      roles: [pick(roles.slice(1), random).code],
      status: random() < 0.05 ? '1' : '0',
      ...contact(username, list.length + 1, random),
    });
  }
  return [...list, { ...contactPerson, ...contact(contactPerson.username, list.length + 1, random) }];
}

function contact(username: string, number: number, random: () => number): Pick<Person, 'userCode' | 'email' | 'phone'> {
  const digits = Array.from({ length: 8 }, () => Math.floor(random() * 10)).join('');
  // example.com belongs to nobody, so no mail of a demo ever reaches anybody.
  return { userCode: `T${String(number).padStart(5, '0')}`, email: `${username}@example.com`, phone: `138${digits}` };
}
