import type { FastifySchemaValidationError } from 'fastify';
import { addTo } from '../../src/core/lists.ts';
import { type ErrorDetail, noDay } from '../errors.ts';

type Problem = Pick<FastifySchemaValidationError, 'instancePath' | 'keyword' | 'message' | 'params'> & { schemaPath?: string };

/** What is wrong with which field: one message for one fault, also where a value may be of several kinds (anyOf, oneOf). */
export function validationDetails(problems: readonly Problem[]): ErrorDetail[] {
  const choices = problems.filter(isChoice);
  const outer = choices.filter((choice) => !choices.some((other) => isWithin(choice, other)));
  const plain = problems.filter((problem) => !outer.includes(problem) && !outer.some((choice) => isWithin(problem, choice)));
  return [...plain.map(toDetail), ...outer.flatMap((choice) => choiceDetails(choice, problems))];
}

function isChoice({ keyword }: Problem): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** Whether a problem is why a branch of a choice does not fit. */
function isWithin(problem: Problem, choice: Problem): boolean {
  const isBelow = problem.instancePath === choice.instancePath || problem.instancePath.startsWith(`${choice.instancePath}/`);
  return isBelow && problem.schemaPath?.startsWith(`${choice.schemaPath}/`) === true;
}

/** What is wrong by the branch for values of this type that the value is nearest to; without one, which types there are. */
function choiceDetails(choice: Problem, problems: readonly Problem[]): ErrorDetail[] {
  const branches = new Map<string, Problem[]>();
  for (const problem of problems.filter((one) => isWithin(one, choice))) {
    const branch = problem.schemaPath?.slice(`${choice.schemaPath}/`.length).split('/', 1)[0] ?? '';
    addTo(branches, branch, problem);
  }
  const isOfType = (branch: Problem[]) => !branch.some((one) => isTypeOf(one, choice));
  const [only, ...others] = withFewest([...branches.values()].filter((branch) => isOfType(branch) && !isForNothing(branch, choice)));
  if (only && others.length === 0) return validationDetails(only);
  const { field, message } = toDetail(choice);
  if (only) {
    const found = [only, ...others].flatMap(validationDetails).filter((one) => one.field === field);
    return [{ field, message: either(found.map((one) => one.message)) || message }];
  }
  const types = [...branches.values()].flat().filter((one) => isTypeOf(one, choice));
  return [{ field, message: types.length === 0 ? message : `must be ${either(types.flatMap(typesOf))}` }];
}

/** Whether a branch takes the empty text alone: whoever gave something else did not mean it. */
function isForNothing(branch: Problem[], choice: Problem): boolean {
  return branch.some((one) => one.keyword === 'const' && one.params.allowedValue === '' && one.instancePath === choice.instancePath);
}

function withFewest(branches: Problem[][]): Problem[][] {
  const fewest = Math.min(...branches.map((branch) => branch.length));
  return branches.filter((branch) => branch.length === fewest);
}

function isTypeOf({ keyword, instancePath }: Problem, choice: Problem): boolean {
  return keyword === 'type' && instancePath === choice.instancePath;
}

function typesOf({ params }: Problem): string[] {
  return [params.type].flat().flatMap((type) => String(type).split(','));
}

function either(parts: readonly string[]): string {
  return [...new Set(parts)].join(' or ');
}

const dayFormats: unknown[] = ['date', 'leading-date'];

function toDetail({ instancePath, keyword, message, params }: Problem): ErrorDetail {
  const missing = params.missingProperty ?? params.additionalProperty;
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const field = [...path, ...(typeof missing === 'string' ? [missing] : [])].join('.');
  return { field, ...(dayFormats.includes(params.format) ? noDay : { message: message ?? keyword }) };
}
