import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The tests of the server first: they wait a lot, and others fill the processor meanwhile. */
const projects = ['server', 'core', 'browser code', 'application'];

/** What takes long, in seconds of a quiet machine; everything else takes less than five. */
const seconds: Readonly<Record<string, number>> = {
  'server/platform/runner.test.ts': 45,
  'server/platform/overlay.test.ts': 25,
  'server/platform/durability.test.ts': 25,
  'server/risk/durability.test.ts': 20,
  'server/platform/cluster.test.ts': 12,
  'server/authorization.test.ts': 15,
  'server/contract.test.ts': 10,
  'server/modules/seed.test.ts': 10,
  'server/ways-in/sso.test.ts': 8,
  'server/risk/races.test.ts': 8,
  'server/modules/accounts.test.ts': 7,
  'generator/check/mutants.test.ts': 8,
  'generator/check/examples.test.ts': 10,
  'generator/check/size.test.ts': 7,
  'generator/check/check.test.ts': 6,
  'renderers/fields/contract.test.tsx': 13,
  'renderers/widgets/table.test.tsx': 6,
};

const lengthOf = ({ moduleId }: TestSpecification): number => {
  const [, path = ''] = moduleId.split('/tests/');
  return seconds[path] ?? 0;
};
const placeOf = ({ project }: TestSpecification): number => projects.indexOf(project.name);

/** Long files first, so that no core is idle at the end; files of a project together, so that workers keep what they have loaded. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    // The rest stays as vitest has it: sorting is stable.
    return usual.sort((a, b) => placeOf(a) - placeOf(b) || lengthOf(b) - lengthOf(a));
  }
}
