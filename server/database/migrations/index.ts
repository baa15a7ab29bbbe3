import type { MigrationList } from '../migrate.ts';

/** Every file NNN-what.ts of this folder, one line each: the list is part of the built server. */
export const migrations: MigrationList = {
  '001-organisation': () => import('./001-organisation.ts'),
  '002-identity': () => import('./002-identity.ts'),
  '003-dictionaries': () => import('./003-dictionaries.ts'),
  '004-audit': () => import('./004-audit.ts'),
  '005-config-and-todos': () => import('./005-config-and-todos.ts'),
  '006-data-revisions': () => import('./006-data-revisions.ts'),
  '010-system-management': () => import('./010-system-management.ts'),
  '020-risk-papers': () => import('./020-risk-papers.ts'),
  '021-risk-management': () => import('./021-risk-management.ts'),
  '022-risk-template-drafts': () => import('./022-risk-template-drafts.ts'),
  '080-role-view': () => import('./080-role-view.ts'),
  '081-shipped-dictionaries': () => import('./081-shipped-dictionaries.ts'),
  '082-traditional-menu-names': () => import('./082-traditional-menu-names.ts'),
  '050-delegations': () => import('./050-delegations.ts'),
  '040-mail': () => import('./040-mail.ts'),
  '041-registration': () => import('./041-registration.ts'),
  '042-single-sign-on': () => import('./042-single-sign-on.ts'),
  '030-messages': () => import('./030-messages.ts'),
  '031-message-undo': () => import('./031-message-undo.ts'),
  '070-statement-figures': () => import('./070-statement-figures.ts'),
  '071-questionnaires': () => import('./071-questionnaires.ts'),
  '035-user-pictures': () => import('./035-user-pictures.ts'),
  '090-workspaces': () => import('./090-workspaces.ts'),
  '091-workspace-routes': () => import('./091-workspace-routes.ts'),
};
