import type { CallContract } from '../../../src/core/types.ts';
import type { ContractSchemas } from '../../../src/generated/contract-schemas.ts';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { contracts } from '../../../src/generated/contracts.ts';

/** Permissions that open no call to an agent, because the contracts of all their calls refuse delegate mode. */
export function withheldFrom(
  calls: Readonly<Record<string, Pick<CallContract, 'access'>>>,
  said: Readonly<Record<string, Pick<ContractSchemas, 'whileActing'>>>,
): ReadonlySet<string> {
  const known = new Set<string>();
  const open = new Set<string>();
  for (const [id, { access }] of Object.entries(calls)) {
    if (typeof access !== 'object') continue;
    for (const permission of [access.permission].flat()) {
      known.add(permission);
      if (said[id]?.whileActing !== 'refused') open.add(permission);
    }
  }
  return new Set([...known].filter((permission) => !open.has(permission)));
}

const withheld = withheldFrom(contracts, contractSchemas);

/** The permissions of a menu row that an agent can use: no page offers what would be refused at the end. */
export function permsForAgent(perms: string | null): string | null {
  const left = (perms ?? '').split(',').filter((name) => !withheld.has(name.trim()));
  return left.length > 0 ? left.join(',') : null;
}
