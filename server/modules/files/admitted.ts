import { checkRule } from '../../../src/core/index.ts';
import type { RuleDocument } from '../../../src/core/types.ts';
import type { Documents } from '../../documents.ts';
import { ApiError } from '../../errors.ts';
import { type FileKind, fileKind, isKnownExtension } from '../../files/kinds.ts';
import { cleanName, extensionOf } from '../../files/names.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';

/** A file that may be kept. */
export interface AdmittedFile extends FileKind {
  name: string;
  content: Buffer;
}

/**
 * The rule that says which files a business type takes, how large they may be, and how many of them one thing has (`maxItems`):
 * schemas/rules/file/<type>.rule.json, otherwise file/default.
 */
export function fileRule(documents: Documents, businessType: string): RuleDocument {
  const rule = documents.get('rule', `file/${businessType}`) ?? documents.get('rule', 'file/default');
  if (!rule) throw new Error('The rule file/default is not in schemas/rules');
  return rule as RuleDocument;
}

/**
 * An uploaded file as it may be kept: its extension is one the rule allows, its size within the bounds, and its bytes are what the extension says.
 * @throws ApiError PARAMETER_ERROR at `file`, with the name of the file and what is allowed (RULE-08, ERR-11, FILE-03)
 */
export async function admitFile(file: UploadedFile | undefined, rule: RuleDocument): Promise<AdmittedFile> {
  if (!file) throw new ApiError('PARAMETER_ERROR', { details: [{ field: 'file', message: 'A file is missing', key: 'file.missing' }] });
  const name = cleanName(file.name);
  if (name === undefined) throw refused(rule, file.name, 'file.nameless', 'A file needs a name');
  requireAllowed(rule, name, file.content.length);
  if (file.content.length === 0) throw refused(rule, name, 'file.empty', 'The file is empty');
  const kind = await fileKind(file.content, extensionOf(name));
  if (!kind) throw refused(rule, name, 'file.content', 'The content of the file is not what its name says, or damaged');
  return { ...kind, name, content: file.content };
}

/** What can be told before the bytes are here. @throws ApiError PARAMETER_ERROR at `file` */
export function requireAllowed(rule: RuleDocument, name: string, size = 0): void {
  const broken = checkRule(rule, { name, size });
  if (broken) {
    const key = typeof broken.message === 'string' ? broken.message : 'file.refused';
    throw refused(rule, name, key, `This file cannot be taken: ${broken.part}`);
  }
  if (!isKnownExtension(extensionOf(name))) throw refused(rule, name, 'file.typeNotAllowed', 'Files of this type cannot be taken');
}

function refused(rule: RuleDocument, name: string, key: string, message: string): ApiError {
  return new ApiError('PARAMETER_ERROR', { details: [{ field: 'file', message, key, values: { name, ...ruleValues(rule) } }] });
}

/** What the placeholders of the messages of a file rule stand for. */
export function ruleValues({ extensions = [], maxBytes, maxItems }: RuleDocument): Record<string, string> {
  return {
    allowed: extensions.join(' '),
    ...(maxBytes !== undefined && { most: `${Math.floor((maxBytes / 1_048_576) * 10) / 10} MB` }),
    ...(maxItems !== undefined && { count: String(maxItems) }),
  };
}
