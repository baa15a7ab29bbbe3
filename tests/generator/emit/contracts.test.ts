import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emitCalls, emitContractSchemas, emitContracts } from '../../../generator/emit/contracts.ts';
import { emitOpenApi } from '../../../generator/emit/openapi.ts';
import { readCalls } from '../../../generator/read/calls.ts';
import { readDocuments } from '../../../generator/read/documents.ts';
import { createResolver } from '../../../generator/read/references.ts';
import { temporaryProject } from '../support/temporary-project.ts';

const tree = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' }, children: { type: 'array', items: { $ref: '#/schema' } } },
};
const service = {
  calls: {
    list: {
      summary: 'All',
      method: 'GET',
      path: '/api/trees/{area}',
      access: { permission: 'tree:read' },
      params: { type: 'object', required: ['area'], properties: { area: { type: 'string' } } },
      response: { type: 'array', items: { $ref: '../entities/tree.entity.json#/schema' } },
    },
    file: {
      summary: 'As a file',
      method: 'POST',
      path: '/api/trees',
      access: 'public',
      envelope: 'file',
      body: {},
      response: {},
      overlay: false,
    },
    keep: {
      summary: 'Takes a file',
      method: 'PUT',
      path: '/api/trees',
      access: 'session',
      bodyType: 'multipart',
      body: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary', maxLength: 255 } } },
      response: {},
    },
    lead: { summary: 'Leads on', method: 'GET', path: '/api/trees', access: 'public', envelope: 'redirect', response: {} },
  },
};

function project() {
  const root = temporaryProject({ 'schemas/entities/tree.entity.json': { schema: tree }, 'schemas/services/tree.service.json': service });
  const documents = readDocuments(root, [join(root, 'schemas')]);
  return { documents, calls: readCalls(documents), resolve: createResolver(documents) };
}

describe('contracts', () => {
  it('carry defaults and are sorted by id', () => {
    const { calls } = project();
    expect(calls.map(({ contract }) => contract.id)).toEqual(['tree.file', 'tree.keep', 'tree.lead', 'tree.list']);
    expect(calls[3]?.contract).toEqual({
      ...{ id: 'tree.list', method: 'GET', path: '/api/trees/{area}', access: { permission: 'tree:read' }, auth: 'bearer' },
      ...{ bodyType: 'json', envelope: 'standard', overlay: true, headers: {} },
    });
    expect(emitContracts(calls)).toContain('export type CallId =\n  | "tree.file"\n  | "tree.keep"\n  | "tree.lead"\n  | "tree.list";');
  });

  it('tell browsers how many rows a page of a list may have, by the names tables have for it, and no other limits', () => {
    const size = { type: 'integer', minimum: 1, maximum: 200 };
    const list = {
      ...service.calls.list,
      query: { type: 'object', properties: { size, current: { ...size }, share: { type: 'number', maximum: 1 } } },
    };
    const find = {
      ...service.calls.keep,
      bodyType: 'json',
      body: {
        type: 'object',
        properties: { pageSize: { ...size, maximum: 50 }, page: { type: 'integer' }, pageRows: size, layoutRows: { ...size, maximum: 20 } },
      },
    };
    const root = temporaryProject({
      'schemas/entities/tree.entity.json': { schema: tree },
      'schemas/services/tree.service.json': { calls: { list, find } },
      ...Object.fromEntries(
        (['page', 'layout'] as const).map((kind) => [
          `schemas/${kind}s/${kind}s.${kind}.json`,
          { body: [{ widget: 'table', source: { call: 'tree.find', sizeName: `${kind}Rows` } }] },
        ]),
      ),
      'schemas/tables/trees.table.json': { source: { call: 'tree.find', sizeName: 'pageSize' }, columns: [] },
    });
    const maxima = readCalls(readDocuments(root, [join(root, 'schemas')])).map(({ contract }) => contract.maxima);
    expect(maxima).toEqual([{ pageSize: 50, pageRows: 200, layoutRows: 20 }, { size: 200 }]);
  });

  it('become types in which an entity that contains itself is named once', async () => {
    const { calls, resolve } = project();
    const types = await emitCalls(calls, resolve);
    expect(types).toContain('data: Tree[]');
    expect(types).toContain('children?: Tree[]');
    expect(types.match(/export interface Tree /g)).toHaveLength(1);
    expect(types).toMatch(/"tree\.file": \{\s*params: undefined/);
  });

  it('become schemas without references for the server', () => {
    const { calls, resolve } = project();
    const text = emitContractSchemas(calls, resolve);
    expect(text).not.toContain('$ref');
    expect(text.match(/"required": \[\s*"id"\s*\]/g)).toHaveLength(5);
  });

  it('become OpenAPI in which files are content and a redirect is one', () => {
    const { documents, calls, resolve } = project();
    const { paths } = emitOpenApi(documents, calls, resolve, '1.0.0') as {
      paths: Record<string, Record<string, { responses: object; requestBody?: unknown }>>;
    };
    const schema = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };
    expect(paths['/api/trees']?.put).toMatchObject({ requestBody: { content: { 'multipart/form-data': { schema } } } });
    expect(JSON.stringify(paths['/api/trees']?.put)).not.toContain('maxLength');
    expect(Object.keys(paths['/api/trees']?.get?.responses ?? {})).toEqual(['302', 'default']);
  });

  it('become OpenAPI with components, parameters and who may call', () => {
    const { documents, calls, resolve } = project();
    expect(emitOpenApi(documents, calls, resolve, '1.0.0')).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/api/trees/{area}': {
          get: {
            operationId: 'tree.list',
            description: 'Needs the permission tree:read.',
            security: [{ bearer: [] }],
            parameters: [{ name: 'area', in: 'path', required: true }],
          },
        },
        '/api/trees': { post: { security: [], responses: { 200: { content: { 'application/octet-stream': {} } } } } },
      },
      components: { schemas: { Tree: { properties: { children: { items: { $ref: '#/components/schemas/Tree' } } } } } },
    });
  });
});
