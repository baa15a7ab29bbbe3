import type { Module } from '../contracts.ts';
import { dictionaryModule } from './dictionaries/routes.ts';
import { healthModule } from './health/routes.ts';
import { loginModule } from './identity/routes.ts';
import { riskModule } from './risk/routes.ts';
import { screensModule } from './screens/routes.ts';
import { siteModule } from './site/routes.ts';
import { todoModule } from './todos/routes.ts';
import { userModule } from './users/routes.ts';

/** Every module, one line each. */
export const modules: Module[] = [
  dictionaryModule,
  healthModule,
  loginModule,
  riskModule,
  screensModule,
  siteModule,
  todoModule,
  userModule,
];
