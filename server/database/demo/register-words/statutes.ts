import { type DemoRecords, records } from './record.ts';

/** Statutes and what the company made of them; days of statutes are the real ones. */
export const statutes: DemoRecords = {
  statute: records('riskmanager', 'title level issuer topic effective owner summary impact', [
    'inForce | 个人信息保护法 | law | 全国人大常委会 | data | 2021-11-01 | weiyang | 个人信息处理的规则、跨境提供、个人权利与处理者义务 | 客户、员工与访客信息的全部处理活动',
    'inForce | 数据安全法 | law | 全国人大常委会 | data | 2021-09-01 | weiyang | 数据分类分级、重要数据保护与安全审查 | 重要数据目录与出境活动须评估',
    'amended | 网络安全法 | law | 全国人大常委会 | data | 2017-06-01 | weiyang | 网络运行安全、等级保护与应急处置 | 生产系统按等级保护要求建设',
    'inForce | 网络数据安全管理条例 | regulation | 国务院 | data | 2025-01-01 | weiyang | 网络数据处理活动的一般规定与平台义务 | 供应商数据处理协议须补充条款',
    'inForce | 反垄断法 | law | 全国人大常委会 | competition | 2022-08-01 | riskmanager | 垄断协议、滥用市场支配地位、经营者集中 | 经销商政策与并购交易',
    'inForce | 反不正当竞争法 | law | 全国人大常委会 | bribery | 2025-10-15 | riskmanager | 混淆、商业贿赂、虚假宣传与侵犯商业秘密 | 销售返利、礼品与招待',
    'inForce | 安全生产法 | law | 全国人大常委会 | safety | 2021-09-01 | minlin | 安全生产责任制、风险分级管控与隐患排查 | 工厂、仓库与在建工程',
    'inForce | 劳动合同法 | law | 全国人大常委会 | labour | 2008-01-01 | xuelin | 劳动合同的订立、履行、解除与终止 | 全体员工与劳务派遣',
    'inForce | 招标投标法 | law | 全国人大常委会 | bidding | 2000-01-01 | yongma | 招标、投标、开标、评标与中标 | 工程与大宗采购',
    'inForce | 广告法 | law | 全国人大常委会 | advertising | 2015-09-01 | yongzhao | 广告内容准则与广告行为规范 | 官网、电商页面与直播',
    'inForce | 消费者权益保护法 | law | 全国人大常委会 | advertising | 2014-03-15 | yongzhao | 消费者的权利与经营者的义务 | 线上直销业务',
    'inForce | 企业内部控制基本规范 | rule | 财政部等五部委 | finance | 2009-07-01 | riskmanager | 内部环境、风险评估、控制活动、信息与沟通、内部监督 | 年度内控评价与审计',
    'inForce | 发票管理办法 | regulation | 国务院 | finance | 2023-07-20 | yaqizhu | 发票的印制、领用、开具、取得与保管 | 费用报销与供应商付款',
    'inForce | GDPR | foreign | European Union | data | 2018-05-25 | weiyang | Protection of natural persons with regard to the processing of personal data',
  ]),
  policy: records('riskmanager', 'title number edition statute department owner effective review summary', [
    'inForce | 个人信息保护管理办法 | ZD-D07-001 | V3.0 | 1 | D07 | weiyang | -420 | 310 | 收集最小化、同意管理、权利响应与影响评估',
    'inForce | 数据分类分级管理办法 | ZD-D08-001 | V2.1 | 2 | D08 | weiyang | -300 | 430 | 数据目录、定级、标签与访问权限',
    'inForce | 数据出境管理细则 | ZD-D08-004 | V1.0 | 2 | D08 | weiyang | -150 | 215 | 出境清单、申报评估与标准合同备案',
    'inForce | 信息安全事件应急预案 | ZD-D07-006 | V2.0 | 3 | D07 | riskmanager | -260 | 100 | 分级响应、报告时限与复盘',
    'inForce | 反垄断合规指引 | ZD-D03-002 | V1.2 | 5 | D03 | riskmanager | -500 | -20 | 价格、渠道与并购中的禁止行为和申报流程',
    'inForce | 反商业贿赂与礼品招待规定 | ZD-D03-003 | V2.0 | 6 | D03 | riskmanager | -380 | 350 | 礼品登记、招待限额与第三方尽职调查',
    'inForce | 安全生产责任制管理规定 | ZD-D11-001 | V4.0 | 7 | D11 | minlin | -610 | 120 | 各级责任清单、培训、检查与奖惩',
    'inForce | 劳动用工管理办法 | ZD-D12-001 | V3.1 | 8 | D12 | xuelin | -700 | 30 | 合同签订、试用期、保密与竞业限制',
    'inForce | 采购与招标管理办法 | ZD-D09-001 | V5.0 | 9 | D09 | yongma | -90 | 640 | 招标范围、比价、评标与合同签订',
    'review | 广告与宣传审核规定 | ZD-D10-002 | V2.0 | 10 | D10 | yongzhao | 30 | 395 | 发布前审核、禁用词表与留档',
    'inForce | 授权审批与不相容职务管理办法 | ZD-D06-001 | V3.0 | 12 | D06 | yaqizhu | -330 | 400 | 授权矩阵、岗位分离与例外审批',
    'inForce | 费用报销管理办法 | ZD-D06-003 | V6.0 | 13 | D06 | yaqizhu | -200 | 165 | 报销标准、发票查验与附件要求',
    'draft | 直播营销合规规范 | ZD-D10-005 | V1.0 | 10 | D10 | yongzhao |  |  | 直播脚本审核、主播培训与回放保存',
    'repealed | 招标管理办法（旧） | ZD-D09-000 | V4.2 | 9 | D09 | yongma | -1500 | -90 | 已由采购与招标管理办法取代',
  ]),
};
