import type { BenchContext } from '../context.ts';
import type { Line } from '../report.ts';
import { answers } from './answers.ts';
import { form, nodes, table } from './browser.ts';
import { menu, plan } from './core.ts';
import { home } from './home.ts';
import { login } from './login.ts';
import { matrix } from './matrix.ts';
import { screening } from './screening.ts';
import { server } from './server.ts';
import { start } from './start.ts';

export interface Bench {
  /** As given on the command line. */
  name: string;
  title: string;
  run: (context: BenchContext) => Promise<Line[]>;
}

export const benches: readonly Bench[] = [
  { name: 'login', title: 'JavaScript of the login page', run: login },
  { name: 'menu', title: 'Menu of 10,000 rows -> routes, navigation, permissions', run: menu },
  { name: 'plan', title: 'Plan of a page of 300 nodes', run: plan },
  { name: 'nodes', title: 'One changed value on a page of 300 nodes', run: nodes },
  { name: 'table', title: 'Table of 10,000 rows', run: table },
  { name: 'form', title: 'Form of 500 fields', run: form },
  { name: 'matrix', title: 'Matrix of answers, 60 x 20, 200 x 50, 1000 x 100', run: matrix },
  { name: 'server', title: 'Read calls of the server', run: server },
  { name: 'answers', title: 'Fifty people answering at once', run: answers },
  { name: 'screening', title: 'Risk screening: 200 records a second', run: screening },
  { name: 'home', title: 'Home after login, warm cache', run: home },
  { name: 'start', title: 'npm start when already built', run: start },
];
