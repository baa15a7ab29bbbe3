import { compileMenu } from '../../../../../src/core/index.ts';
import { menuRows } from '../fixtures/menu-rows.ts';
import { firstAndWarm } from '../support/clock.ts';
import type { Subject } from '../support/subject.ts';

const options = {
  document: 'call user.menus',
  mainLayout: 'main',
  externalRoute: '/external-link',
  hasPage: (id: string) => id === 'system/dictionary',
  hasLayout: (id: string) => id === 'main' || id === 'tabs',
};

const subject: Subject = async (_root, argument) => {
  const count = Number(argument);
  const times = firstAndWarm(
    (call) => menuRows(count, call),
    (rows) => compileMenu(rows, options),
    15,
  );
  const { routes, problems } = compileMenu(menuRows(count, 0), options);
  return { ...times, routes: routes.length, problems: problems.length };
};

export default subject;
