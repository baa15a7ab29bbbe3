import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../support/temporary-project.ts';

interface Response {
  description: string;
  headers?: object;
  content?: object;
}
const { paths, components } = JSON.parse(readFileSync(join(root, 'src/generated/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Response> }>>;
  components: { schemas: Record<string, { properties: object }> };
};
const responsesOf = (id: string) =>
  Object.values(paths)
    .flatMap((path) => Object.values(path))
    .find(({ operationId }) => operationId === id)?.responses;

it('[API-01] the description says how a call is refused: by whom it was changed meanwhile, and when it may come again', () => {
  expect(Object.keys(components.schemas.Failure?.properties ?? {})).toEqual(['code', 'msg', 'requestId', 'details', 'data']);
  const saved = responsesOf('dictionary.update');
  expect(Object.keys(saved ?? {})).toEqual(['200', '409', 'default']);
  const signedIn = responsesOf('login.captcha');
  expect(Object.keys(signedIn ?? {})).toEqual(['200', '429', 'default']);
  expect(signedIn?.['429']?.headers).toHaveProperty('Retry-After');
  const refusals = [saved?.['409'], signedIn?.['429'], saved?.default].map((response) => response?.content);
  for (const content of refusals) expect(content).toEqual({ 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } });
});
