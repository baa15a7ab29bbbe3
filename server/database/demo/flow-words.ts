type State = '0' | '1' | '2';

/** A client of the demo. Dealers and products get the codes `<prefix>D001`, `<prefix>P001` and so on. */
export interface FlowClientDemo {
  code: string;
  name: string;
  remark: string;
  prefix: string;
  /** Of its dealers, with the beginning of their addresses. */
  cities: readonly (readonly [city: string, pinyin: string])[];
  /** What dealers are called behind the city, in turn. */
  branch: readonly string[];
  /** Name and specification. */
  products: readonly (readonly [name: string, spec: string])[];
  projects: readonly {
    name: string;
    status: State;
    start: string;
    end: string;
    remark: string;
    batches: readonly { no: string; from: number; count: number; states: readonly State[] }[];
  }[];
}

const done: readonly State[] = ['2'];
const underWay: readonly State[] = ['0', '1', '1', '2'];
const planned: readonly State[] = ['0'];

const cities = [
  ['北京', 'beijing'],
  ['上海', 'shanghai'],
  ['广州', 'guangzhou'],
  ['深圳', 'shenzhen'],
  ['成都', 'chengdu'],
  ['武汉', 'wuhan'],
  ['杭州', 'hangzhou'],
  ['南京', 'nanjing'],
  ['西安', 'xian'],
  ['重庆', 'chongqing'],
  ['青岛', 'qingdao'],
  ['沈阳', 'shenyang'],
  ['长沙', 'changsha'],
  ['郑州', 'zhengzhou'],
] as const;

/** Names crossed with their sizes, the first `most` of them. */
function sizes(names: readonly string[], specs: readonly string[], most: number): [string, string][] {
  return names.flatMap((name) => specs.map((spec): [string, string] => [name, spec])).slice(0, most);
}

export const flowClients: readonly FlowClientDemo[] = [
  {
    code: 'HENGYI',
    name: '恒怡乳业股份有限公司',
    remark: '液态奶与奶粉，全国分销',
    prefix: 'HY',
    cities: cities.slice(0, 12),
    branch: ['恒通商贸', '鲜达食品', '佳源供应链'],
    products: sizes(['纯牛奶', '低脂牛奶', '原味酸奶', '儿童成长奶粉', '中老年奶粉'], ['200ml×12', '250ml×16', '400g', '800g'], 20),
    projects: [
      {
        name: '2026年度液态奶流向审计',
        status: '1',
        start: '2026-02-16',
        end: '2026-12-31',
        remark: '核查华东、华南经销商的跨区销售与库存',
        batches: [
          { no: '2026-03', from: 6, count: 6, states: planned },
          { no: '2026-02', from: 0, count: 12, states: underWay },
          { no: '2026-01', from: 0, count: 8, states: done },
        ],
      },
      {
        name: '2025年度返利核查',
        status: '2',
        start: '2025-03-01',
        end: '2025-11-30',
        remark: '已结项，报告已归档',
        batches: [{ no: '2025-01', from: 0, count: 10, states: done }],
      },
    ],
  },
  {
    code: 'LANFENG',
    name: '岚峰饮用水有限公司',
    remark: '瓶装水与大桶水',
    prefix: 'LF',
    cities: cities.slice(1, 13),
    branch: ['清源水业', '汇泉贸易', '众鑫商行', '安捷物流'],
    products: sizes(['天然矿泉水', '纯净水', '苏打水', '含气水', '桶装水'], ['350ml×24', '550ml×24', '1.5L×12', '4.5L×4'], 20),
    projects: [
      {
        name: '窜货线索专项审计',
        status: '1',
        start: '2026-04-01',
        end: '2026-09-30',
        remark: '依据市场部线索，重点核对二维码流向',
        batches: [
          { no: 'B2', from: 4, count: 8, states: underWay },
          { no: 'B1', from: 0, count: 6, states: done },
        ],
      },
    ],
  },
  {
    code: 'QINGHE',
    name: '清禾日化有限公司',
    remark: '洗护用品，线上线下同价',
    prefix: 'QH',
    cities: cities.slice(2, 14),
    branch: ['美舍日化', '洁雅百货', '和众商贸'],
    products: sizes(['洗衣液', '洗洁精', '洗手液', '柔顺剂', '沐浴露'], ['500g', '1kg', '2kg', '3kg×2'], 20),
    projects: [
      {
        name: '新品铺货核查',
        status: '0',
        start: '2026-10-08',
        end: '2027-01-31',
        remark: '待客户提供经销商出货台账',
        batches: [{ no: 'Q4-1', from: 0, count: 12, states: planned }],
      },
    ],
  },
];
