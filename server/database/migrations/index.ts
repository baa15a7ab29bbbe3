import type { MigrationList } from '../migrate.ts';

/** Every file NNN-what.ts of this folder, one line each: the list is part of the built server. */
export const migrations: MigrationList = {};
