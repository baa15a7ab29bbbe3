import { type DemoRecords, records } from './record.ts';

/** Clues, cases, and who is not dealt with any more; all names and numbers are invented. */
export const supervision: DemoRecords = {
  clue: records('auditor', 'title source received owner severity content result', [
    'checking | 供应商与员工同址 | 数据筛查 | -10 | auditor | 3 | 供应商注册地址与采购员住址一致',
    'new | 招标信息外泄举报 | 举报信箱 | -2 | auditor | 2 | 投标人称竞争对手提前知道限价',
    'case | 三家投标文件雷同 | 评标异常 | -60 | yangliu | 3 | 报价明细错别字一致 | 文件作者相同',
    'case | 虚假差旅发票 | 发票查验 | -75 | yangliu | 2 | 酒店发票查验不存在 | 属实',
    'case | 仓库盘亏集中 | 盘点差异 | -90 | xuezhang | 3 | 同一库位多次盘亏 | 监控显示夜间出库',
    'closed | 匿名称主管收礼 | 举报电话 | -45 | xuezhang | 1 | 未提供时间地点 | 查无实据',
    'new | 新供应商报价异常低 | 数据筛查 | -1 | jianguoli | 2 | 报价低于成本三成',
  ]),
  case: records('auditor', 'title clue owner department due loss facts decision', [
    'open | 围标串标案 | 3 | auditor | D09 | 45 | 560000',
    'review | 虚假差旅报销案 | 4 | yangliu | D10 | 5 | 48600 | 两名员工以虚假酒店发票报销 11 次',
    'closed | 仓库盗卖案 | 5 | xuezhang | D09 | -20 | 312000 | 夜班仓管与承运人合谋出库 | 解除劳动合同并移送',
    'closed | 供应商以次充好案 |  | yangliu | D09 | -80 | 186000 | 钢材批次与报告不符 | 索赔并终止合作',
  ]),
  blacklist: records('yangliu', 'title kind identifier account case severity from until owner reason measures', [
    'active | 鸿运达钢材贸易有限公司 | company | 91330100DEMO0001X1 | 6228480000000011101 | 4 | 3 | -75 | 1020 | yangliu | 以次充好，检验报告造假 | 三年内不得参与投标',
    'active | 锦程建筑劳务有限公司 | company | 91330100DEMO0002X2 | 6228480000000022202 | 1 | 3 | -30 | 1065 | yangliu | 参与围标 | 三年内不得参与投标',
    'active | 远大宏业建设有限公司 | company | 91330100DEMO0003X3 |  | 1 | 3 | -30 | 1065 | yangliu | 参与围标 | 三年内不得参与投标',
    'active | 捷利通货运代理部 | company | 91330100DEMO0004X4 | 6228480000000044404 | 3 | 3 | -18 |  | xuezhang | 合谋盗卖货物 | 永久终止合作',
    'active | 孙某强 | person | 33010019800101DEMO |  | 3 | 3 | -18 |  | xuezhang | 合谋盗卖货物的承运人 | 禁止进入厂区',
    'active | 悦来商务酒店（城东） | company | 91330100DEMO0006X6 |  | 2 | 2 | -40 | 325 | yangliu | 出具虚假发票 | 不得作为差旅酒店',
    'proposed | 宏基联创投资有限公司 | company | 91330100DEMO0007X7 | 6228480000000077707 | 1 | 2 | -3 | 727 | auditor | 围标案中提供标书',
    'proposed | 凯瑞物流有限公司 | company |  |  |  | 2 | -1 | 364 | auditor | 多次伪造签收单',
    'lifted | 嘉禾食品配送有限公司 | company | 91330100DEMO0009X9 |  |  | 1 | -500 | -60 | xuezhang | 食材过期 | 整改后移出',
    'refused | 德润包装有限公司 | company | 91330100DEMO0010X0 |  |  | 1 | -90 | 275 | auditor | 交货延迟，属商业争议',
  ]),
  fraud: records('auditor', 'title kind department clue case owner found amount recovered control method weakness measure', [
    'confirmed | 围标抬高土建报价 | procurement | D09 | 3 | 1 | auditor | -55 | 560000 |  | 7 | 三家投标人由同一人制作标书',
    'confirmed | 虚假酒店发票报销 | expense | D10 | 4 | 2 | yangliu | -70 | 48600 | 48600 | 9 | 购买虚假电子发票 | 查验失败仍可人工通过 | 关闭人工通过',
    'closed | 夜间盗卖成品 | asset | D09 | 5 | 3 | xuezhang | -85 | 312000 | 120000 |  | 夜班出库不经地磅 | 夜班一人值守 | 双人值守并强制过磅',
    'closed | 检验报告造假 | procurement | D09 |  | 4 | yangliu | -100 | 186000 | 186000 | 1 | 套用旧批次报告 | 不向检测机构核验 | 报告编号在线核验',
    'suspected | 采购员亲属供货 | procurement | D09 | 1 |  | auditor | -9 | 240000 |  |  | 供应商注册地址与采购员住址一致',
    'suspected | 投标限价外泄 | corruption | D09 | 2 |  | auditor | -2 |  |  |  | 开标前有人知道限价',
    'suspected | 冒充高管邮件要求付款 | cyber | D06 |  |  | jianguoli | -5 | 480000 |  |  | 仿冒域名发送付款指令',
    'disproved | 主管收礼 | corruption | D10 | 6 |  | xuezhang | -44 |  |  |  | 匿名举报，查无实据',
  ]),
};
