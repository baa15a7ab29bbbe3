import type { Wording } from '../values.ts';

const say = (en: string, hans: string, hant: string): Wording => ({ en, 'zh-Hans': hans, 'zh-Hant': hant });

/** Six dimensions of five causes each; with the two sub-causes below they make 60 criteria. */
export const dimensions: readonly { name: Wording; causes: readonly Wording[] }[] = [
  {
    name: say('Strategy', '战略风险', '戰略風險'),
    causes: [
      say('Market demand changes', '市场需求变化', '市場需求變化'),
      say('Competition', '行业竞争', '行業競爭'),
      say('Policy and regulation', '政策与监管', '政策與監管'),
      say('Investment decisions', '投资决策', '投資決策'),
      say('Business transformation', '业务转型', '業務轉型'),
    ],
  },
  {
    name: say('Finance', '财务风险', '財務風險'),
    causes: [
      say('Liquidity', '资金流动性', '資金流動性'),
      say('Receivables', '应收账款', '應收帳款'),
      say('Budget control', '预算管控', '預算管控'),
      say('Guarantees', '对外担保', '對外擔保'),
      say('Tax', '税务管理', '稅務管理'),
    ],
  },
  {
    name: say('Operations', '运营风险', '營運風險'),
    causes: [
      say('Procurement', '采购管理', '採購管理'),
      say('Production safety', '安全生产', '安全生產'),
      say('Inventory', '存货管理', '存貨管理'),
      say('Quality', '质量管理', '品質管理'),
      say('Project delivery', '项目交付', '專案交付'),
    ],
  },
  {
    name: say('Legal and compliance', '法律合规风险', '法律合規風險'),
    causes: [
      say('Contracts', '合同管理', '合約管理'),
      say('Intellectual property', '知识产权', '智慧財產權'),
      say('Anti-corruption', '反腐败', '反腐敗'),
      say('Personal data', '个人信息保护', '個人資料保護'),
      say('Disputes', '纠纷与诉讼', '糾紛與訴訟'),
    ],
  },
  {
    name: say('Information technology', '信息科技风险', '資訊科技風險'),
    causes: [
      say('System availability', '系统可用性', '系統可用性'),
      say('Access rights', '访问权限', '存取權限'),
      say('Data quality', '数据质量', '資料品質'),
      say('Outsourced services', '外包服务', '外包服務'),
      say('Cyber security', '网络安全', '網路安全'),
    ],
  },
  {
    name: say('People', '人力资源风险', '人力資源風險'),
    causes: [
      say('Key positions', '关键岗位', '關鍵職位'),
      say('Recruiting', '人员招聘', '人員招募'),
      say('Training', '培训与能力', '培訓與能力'),
      say('Labour relations', '劳动关系', '勞動關係'),
      say('Ethics', '职业操守', '職業操守'),
    ],
  },
];

export const subCauses: readonly { name: Wording; explanation: Wording }[] = [
  {
    name: say('Responsibilities unclear', '职责不清', '職責不清'),
    explanation: say(
      'Nobody, or more than one unit, is responsible; decisions are taken late or not at all.',
      '责任主体缺失或重叠，导致决策滞后或无人决策。',
      '責任主體缺失或重疊，導致決策滯後或無人決策。',
    ),
  },
  {
    name: say('Rules not carried out', '制度执行不到位', '制度執行不到位'),
    explanation: say(
      'A rule exists, but it is not followed, not checked, or exceptions are not recorded.',
      '已有制度但未执行、未检查，或例外情况未留痕。',
      '已有制度但未執行、未檢查，或例外情況未留痕。',
    ),
  },
];

export const levels: readonly Wording[] = [
  say('Rare, small damage, handled inside the department', '偶发，影响小，部门内可处理', '偶發，影響小，部門內可處理'),
  say(
    'Several times a year, noticeable damage, needs the management',
    '每年多次，影响明显，需管理层介入',
    '每年多次，影響明顯，需管理層介入',
  ),
  say('Frequent or heavy damage, endangers the targets of the company', '频发或影响重大，危及公司目标', '頻發或影響重大，危及公司目標'),
];

/** Business domains with their first kinds and second kinds: 12 columns. */
export const businessDomains: readonly { name: Wording; kinds: readonly { first: Wording; second: readonly Wording[] }[] }[] = [
  {
    name: say('Sales', '营销业务', '行銷業務'),
    kinds: [
      {
        first: say('Domestic sales', '国内销售', '國內銷售'),
        second: [say('Dealers', '经销商', '經銷商'), say('Direct sales', '直销', '直銷')],
      },
      {
        first: say('Overseas sales', '海外销售', '海外銷售'),
        second: [say('Export', '出口', '出口'), say('Subsidiaries', '海外子公司', '海外子公司')],
      },
    ],
  },
  {
    name: say('Supply chain', '供应链业务', '供應鏈業務'),
    kinds: [
      {
        first: say('Procurement', '采购', '採購'),
        second: [say('Materials', '物料采购', '物料採購'), say('Services', '服务采购', '服務採購'), say('Tenders', '招投标', '招投標')],
      },
      { first: say('Logistics', '物流', '物流'), second: [say('Storage', '仓储', '倉儲'), say('Transport', '运输', '運輸')] },
    ],
  },
  {
    name: say('Engineering', '工程业务', '工程業務'),
    kinds: [
      {
        first: say('Construction', '工程建设', '工程建設'),
        second: [say('Design', '设计', '設計'), say('Building', '施工', '施工'), say('Acceptance', '验收', '驗收')],
      },
    ],
  },
];

export const templateNames = {
  standard: say('Annual risk assessment', '年度风险评估', '年度風險評估'),
  large: say('Group-wide assessment (200 x 50)', '集团全面评估（200×50）', '集團全面評估（200×50）'),
  huge: say('Full inventory (1000 x 100)', '全量风险清单（1000×100）', '全量風險清單（1000×100）'),
};
export const numbered = {
  dimension: (n: number) => say(`Dimension ${n}`, `维度${n}`, `維度${n}`),
  cause: (n: number) => say(`Cause ${n}`, `成因${n}`, `成因${n}`),
  subCause: (n: number) => say(`Sub-cause ${n}`, `子成因${n}`, `子成因${n}`),
  explanation: (n: number) => say(`What criterion ${n} means.`, `评估项${n}的说明。`, `評估項${n}的說明。`),
  business: (n: number) => say(`Business domain ${n}`, `业务域${n}`, `業務域${n}`),
  first: (n: number) => say(`Kind ${n}`, `一级分类${n}`, `一級分類${n}`),
  second: (n: number) => say(`Domain ${n}`, `二级分类${n}`, `二級分類${n}`),
};
