import { StepError } from './steps.mjs';

/**
 * What `engines` of package.json says, before anything fails for a reason nobody understands.
 * @throws StepError for a version the program or its build does not run on.
 */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const runs = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!runs) throw new StepError(`Targus needs Node 20.19 or a newer 20, or Node 22.12 or newer, this is ${version}.`);
}
