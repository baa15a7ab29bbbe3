export { isForbiddenName } from './access.ts';
export { type CompiledSource, compileExpression, compileTemplate, constantCompiled } from './compile.ts';
export { ExpressionError, type ExpressionErrorCode } from './errors.ts';
export { functionNames, hostFunctions } from './functions/index.ts';
export { createScope, hostOf } from './scope.ts';
export { hasExpression } from './template.ts';
