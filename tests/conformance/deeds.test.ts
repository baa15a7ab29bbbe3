import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Changes that say nothing before the reason, why, and which. A new change says what it is for (`deed`), or stands here. */
const WITHOUT: Record<string, string> = {
  'Who somebody is: the page of it says what went wrong':
    'account.register account.forgot account.confirm account.password login.token login.code login.logout sso.token sso.logout sso.unlink second-factor.begin second-factor.confirm second-factor.codes second-factor.remove delegate.cancel delegate.change system-role.view',
  'Nothing is deleted: somebody leaves, or a session ends':
    'workspace.removeMember session.remove session.endOwn session.endOthers system-user.secondFactor',
  'An answer, a decision or an application, which is refused with its reason':
    'data-grant.apply data-grant.approve data-grant.reject data-grant.revoke data-grant.cancel data-schedule.move data-schedule.decide registration.approve registration.reject screening.review workspace.invite workspace.answer evidence.changeStatus register.move register.moveMany',
  'Another state or another place of what is there':
    'board-design.pin board-design.give board-design.take data-mart.pin message.setReadStatus message.restore risk.closeEvaluation risk-template.copy risk-template.startDraft risk-template.publish risk-template.moveRow rule-set.startDraft rule-set.moveRule rule-set.publish rule-set.goLive system-menu.adopt system-menu.move system-user.handOver system-user.status workspace.toggle workspace.transfer workspace.replace wopi.restore',
  'Mails, messages and links that go out':
    'evidence.renewLink evidence.revokeLink evidence.mailLink flow-comparison.remind mail.resend risk.remind risk.sendItems',
  'A file that is sent, or read: its field or its rows say what is wrong':
    'data-feed.look data-mart.readFile data-mart.refresh evidence.importTasks evidence.upload evidence.recognise evidence.verify file.put file.upload flow-bill-report.upload flow-comparison.upload flow-master-data.uploadDealer flow-master-data.uploadProduct flow-master-data.uploadRelation flow-process.upload flow-process.assign flow-process.rematch flow-review.import register.import register.undoImport risk-template.import screening.export screening.importEntries user.uploadPicture workspace.upload',
  'What keeps answers while they are typed says itself what is not saved':
    'finance.patchAnswers finance.submit risk.answer risk.patchAnswers risk.submit',
  'Asked for by the document editor': 'wopi.open wopi.change wopi.put',
};
/** The words by which a change says that it saves, deletes, stops or executes. */
const WORDS: Record<string, string> = {
  save: 'save',
  create: 'save',
  update: 'save',
  add: 'save',
  change: 'save',
  rename: 'save',
  remove: 'delete',
  discard: 'delete',
  stop: 'stop',
  execute: 'execute',
  rerun: 'execute',
};

interface Call {
  method: string;
  safe?: boolean;
  deed?: string;
}
const all = readdirSync('schemas/services').flatMap((file): [string, Call][] => {
  const { calls } = JSON.parse(readFileSync(`schemas/services/${file}`, 'utf8')) as { calls: Record<string, Call> };
  return Object.entries(calls).map(([name, call]) => [`${file.split('.')[0]}.${name}`, call]);
});
const isChange = ({ method, safe }: Call) => (method === 'GET' ? safe === false : safe !== true);

it('[ERR-11] every change says what it is for, or is named here with the reason why not', () => {
  const silent = all.filter(([, contract]) => isChange(contract) && contract.method !== 'GET' && !contract.deed).map(([id]) => id);
  expect(silent.sort()).toEqual(
    Object.values(WITHOUT)
      .flatMap((ids) => ids.split(' '))
      .sort(),
  );
});

it('[ERR-11] no call that changes nothing says so, and none says another word than its name', () => {
  for (const [id, contract] of all.filter(([, { deed }]) => deed !== undefined)) {
    const word = /^[a-z]+/.exec(id.split('.')[1] ?? '')?.[0] ?? '';
    expect([id, isChange(contract), WORDS[word] ?? contract.deed]).toEqual([id, true, contract.deed]);
  }
});
