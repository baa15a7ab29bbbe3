import type { Module } from '../contracts.ts';
import { accountModule } from './accounts/routes.ts';
import { boardDesignModule } from './board-design/routes.ts';
import { boardModule } from './boards/routes.ts';
import { dataFeedModule } from './data-feed/routes.ts';
import { dataExplorationModule, dataGrantModule, dataMartModule } from './data-mart/routes.ts';
import { dataProcessModule } from './data-process/routes.ts';
import { dataRunModule } from './data-runs/routes.ts';
import { dataScheduleModule } from './data-schedule/routes.ts';
import { delegateModule } from './delegations/routes.ts';
import { departmentModule } from './departments/routes.ts';
import { dictionaryModule } from './dictionaries/routes.ts';
import { evidenceModule } from './evidence/routes.ts';
import { fileModule } from './files/routes.ts';
import { financeModule } from './finance/routes.ts';
import { flowMasterDataModule } from './flow/master-routes.ts';
import { flowReviewModule } from './flow/review-routes.ts';
import { flowClientModule, flowProjectModule } from './flow/routes.ts';
import { flowBillReportModule } from './flow-bill-report/routes.ts';
import { flowComparisonModule } from './flow-comparison/routes.ts';
import { flowProcessModule } from './flow-process/routes.ts';
import { healthModule } from './health/routes.ts';
import { loginModule } from './identity/routes.ts';
import { aiImageModule } from './images/routes.ts';
import { lineageModule } from './lineage/routes.ts';
import { logModule } from './logs/routes.ts';
import { mailModule } from './mails/routes.ts';
import { menuModule } from './menus/routes.ts';
import { messageModule } from './messages/routes.ts';
import { aiCausalModule, aiModelModule } from './models/routes.ts';
import { parameterModule } from './parameters/routes.ts';
import { aiTextModule } from './recognition/routes.ts';
import { registerModule } from './registers/routes.ts';
import { accountModuleOfVisitors, registrationModule } from './registration/routes.ts';
import { relationModule } from './relations/routes.ts';
import { riskModule } from './risk/routes.ts';
import { riskTemplateModule } from './risk-templates/routes.ts';
import { roleModule } from './roles/routes.ts';
import { ruleSetModule } from './rule-sets/routes.ts';
import { ruleTableModule } from './rule-tables/routes.ts';
import { screeningModule } from './screening/routes.ts';
import { screensModule } from './screens/routes.ts';
import { scriptModule } from './scripts/routes.ts';
import { secondFactorModule } from './second-factor/routes.ts';
import { sessionModule } from './sessions/routes.ts';
import { siteModule } from './site/routes.ts';
import { aiSpeechModule } from './speech/routes.ts';
import { ssoModule } from './sso/routes.ts';
import { tableModule } from './tables/routes.ts';
import { todoModule } from './todos/routes.ts';
import { userModule } from './users/routes.ts';
import { wopiModule } from './wopi/routes.ts';
import { workspaceModule } from './workspaces/routes.ts';

/** Every module, one line each. */
export const modules: Module[] = [
  accountModule,
  accountModuleOfVisitors,
  aiCausalModule,
  aiModelModule,
  aiImageModule,
  aiSpeechModule,
  aiTextModule,
  boardDesignModule,
  boardModule,
  dataProcessModule,
  dataRunModule,
  dataScheduleModule,
  dataExplorationModule,
  dataGrantModule,
  dataMartModule,
  delegateModule,
  departmentModule,
  dictionaryModule,
  fileModule,
  evidenceModule,
  financeModule,
  flowClientModule,
  flowMasterDataModule,
  flowBillReportModule,
  flowComparisonModule,
  flowProcessModule,
  flowProjectModule,
  flowReviewModule,
  healthModule,
  lineageModule,
  loginModule,
  logModule,
  mailModule,
  menuModule,
  messageModule,
  parameterModule,
  registerModule,
  registrationModule,
  relationModule,
  riskModule,
  riskTemplateModule,
  roleModule,
  ruleSetModule,
  dataFeedModule,
  ruleTableModule,
  screeningModule,
  screensModule,
  scriptModule,
  secondFactorModule,
  sessionModule,
  siteModule,
  ssoModule,
  tableModule,
  todoModule,
  userModule,
  wopiModule,
  workspaceModule,
];
