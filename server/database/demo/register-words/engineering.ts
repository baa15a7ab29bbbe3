import { type DemoRecords, records } from './record.ts';

/** Contracts, the works under them, and their final accounts. */
export const engineering: DemoRecords = {
  contract: records('auditor', 'title supplier owner signed amount settlement reason', [
    'settling | 二期厂房土建工程 | 明德建筑安装有限公司 | auditor | -500 | 12000000 | 13680000',
    'running | 仓库改造 | 恒远自动化设备有限公司 | auditor | -120 | 3200000',
    'settled | 办公楼装修 | 瑞丰装饰有限公司 | auditor | -700 | 1800000 | 1765000',
    'running | 污水处理站升级 | 清源环保工程有限公司 | jianguoli | -260 | 5600000',
    'running | 数据中心机电安装 | 安捷机电工程有限公司 | jianguoli | -200 | 8900000',
    'settling | 厂区道路与管网 | 明德建筑安装有限公司 | jianguoli | -420 | 4200000 | 4150000',
    'running | 光伏屋顶一期 | 晨曜新能源有限公司 | jianguoli | -90 | 6750000',
    'settled | 消防系统改造 | 永安消防工程有限公司 | auditor | -600 | 980000 | 1012000',
  ]),
  project: records('auditor', 'title contract department owner start due progress paid changes remark', [
    'accepting | 二期厂房土建 | 1 | D11 | jianguoli | -480 | -20 | 100 | 10800000 | 1460000 | 变更集中在地基处理',
    'building | 仓库改造 | 2 | D11 | minlin | -100 | 60 | 45 | 1900000 | 60000 | 付款快于进度',
    'accepted | 办公楼装修 | 3 | D11 | minlin | -680 | -400 | 100 | 1765000 | 0',
    'building | 污水处理站升级 | 4 | D11 | jianguoli | -240 | 35 | 80 | 4300000 | 240000',
    'building | 数据中心机电安装 | 5 | D07 | minlin | -180 | -10 | 70 | 5200000 | 180000 | 设备到货延迟',
    'accepting | 厂区道路与管网 | 6 | D11 | jianguoli | -400 | -15 | 100 | 3900000 | 90000',
    'preparing | 光伏屋顶一期 | 7 | D11 | minlin |  | 150 | 0 | 675000',
    'accepted | 消防系统改造 | 8 | D11 | jianguoli | -580 | -330 | 100 | 1012000 | 32000',
    'stopped | 仓库改造二期 | 2 | D11 | minlin | -90 | 120 | 10 | 100000 | 0 | 方案调整，暂停',
  ]),
  finalization: records('jianguoli', 'title project claimed audited owner due reductions reason', [
    'first | 二期厂房土建结算 | 1 | 14500000 | 13680000 | jianguoli | 10 | 土方、模板、重复签证',
    'final | 办公楼装修结算 | 3 | 1890000 | 1765000 | jianguoli | -390 | 乳胶漆面积多计',
    'second | 厂区道路与管网结算 | 6 | 4320000 | 4150000 | jianguoli | -2 | 管材单价按信息价调整',
    'final | 消防系统改造结算 | 8 | 1180000 | 1012000 | jianguoli | -320 | 主机重复计价',
    'submitted | 污水处理站设备预结算 | 4 | 2100000 |  | jianguoli | 25',
    'submitted | 数据中心一期预结算 | 5 | 3650000 |  | auditor | 30',
  ]),
};
