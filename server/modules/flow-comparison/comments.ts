import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Documents } from '../../documents.ts';
import { ApiError, wrong } from '../../errors.ts';
import { calledPerson } from '../../reader.ts';
import { actorId, authorOf, changeWithin, createWithin, isBehind, type Kind, signature, touched } from '../changes.ts';
import { holdReviewObject, requireReviewObject } from '../flow/rights.ts';
import { once } from '../once.ts';
import './tables.ts';

/** What somebody wrote about the data of a review object, as the API shows it (FLOW-02). */
export interface CommentAnswer {
  id: string;
  reviewObjectId: string;
  content: string;
  author: string;
  authorName: LabelValue;
  mine: boolean;
  createTime: string;
  updateTime: string | null;
  version: number;
  history: { version: number; content: string; time: string }[];
}

function selectComments(db: Database) {
  return db
    .selectFrom('flow_revision_comment as comment')
    .leftJoin('person as writer', 'writer.id', 'comment.author_id')
    .selectAll('comment')
    .select([
      'writer.name',
      'writer.name_en',
      'writer.has_left',
      sql<{ version: number; content: string; time: string }[]>`(
        select coalesce(json_agg(json_build_object('version', text.version, 'content', text.content, 'time', text.written_at) order by text.version), '[]')
        from flow_revision_comment_text text where text.comment_id = comment.id)`.as('history'),
    ]);
}

interface ReadComment {
  user: Principal;
  documents: Pick<Documents, 'text'>;
}

function toComment(
  row: Awaited<ReturnType<ReturnType<typeof selectComments>['executeTakeFirstOrThrow']>>,
  { user, documents }: ReadComment,
): CommentAnswer {
  return {
    id: String(row.id),
    reviewObjectId: String(row.review_object_id),
    content: row.content,
    author: row.author,
    // Where nothing is known of who had it any more, the account as it was signed.
    authorName: row.name === null ? row.author : calledPerson(documents, { name: row.name, nameEn: row.name_en, hasLeft: row.has_left }),
    mine: row.author_id === actorId(user),
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    version: row.version,
    history: row.history.map(({ time, ...text }) => ({ ...text, time: new Date(time).toISOString() })),
  };
}

const kindFor = (reading: ReadComment): Kind<CommentAnswer> => ({
  name: 'flow_revision_comment',
  async find(db, id) {
    const row = await selectComments(db).where('comment.id', '=', Number(id)).executeTakeFirst();
    return row && toComment(row, reading);
  },
  unique: {},
});

/** A page of the comments of a review object, the oldest or the latest first (API-138). @throws ApiError NOT_FOUND */
export async function pageOfComments(
  context: Context,
  { reviewObjectId, pageNo, pageSize, order }: { reviewObjectId: string; pageNo: number; pageSize: number; order: 'asc' | 'desc' },
): Promise<{ content: CommentAnswer[]; total: number; current: number; size: number }> {
  const user = signedIn(context);
  const object = await requireReviewObject(context.db, user, reviewObjectId);
  const { total } = await context.db
    .selectFrom('flow_revision_comment')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('review_object_id', '=', object.id)
    .executeTakeFirstOrThrow();
  const rows = await selectComments(context.db)
    .where('comment.review_object_id', '=', object.id)
    .orderBy('comment.id', order)
    .$call(onPage(pageNo, pageSize))
    .execute();
  return {
    content: rows.map((row) => toComment(row, { user, documents: context.services.documents })),
    total,
    current: pageNo,
    size: pageSize,
  };
}

export type GivenComment =
  | { reviewObjectId: string; content: string; key?: string | undefined }
  | { id: string; version?: number | undefined; reviewObjectId?: string | undefined; content: string };

/**
 * Adds a comment, once for a key, or changes one of one's own, of which the words before stay (API-139).
 * @throws ApiError NOT_FOUND, FORBIDDEN for one of somebody else, CONFLICT with the comment as it is, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function saveComment(context: Context, given: GivenComment): Promise<CommentAnswer> {
  return await context.db
    .transaction()
    .execute((transaction) => ('id' in given ? reword(context, transaction, given) : add(context, transaction, given)));
}

async function add(
  context: Context,
  db: Database,
  { reviewObjectId, content, key }: Exclude<GivenComment, { id: string }>,
): Promise<CommentAnswer> {
  const author = authorOf(context);
  const kind = kindFor({ user: author.user, documents: context.services.documents });
  const { object } = await holdReviewObject(db, author.user, reviewObjectId);
  const text = content.trim();
  const intent = { key, reviewObjectId, content: text };
  const id = await once(db, context, 'flow-comparison.saveComment', intent, async () => {
    const made = await createWithin(db, kind, author, async () => {
      const values = {
        review_object_id: object.id,
        author_id: actorId(author.user),
        author: signature(author.user),
        content: text,
      };
      const { id: added } = await db.insertInto('flow_revision_comment').values(values).returning('id').executeTakeFirstOrThrow();
      return String(added);
    });
    return Number(made.id);
  });
  const comment = await kind.find(db, String(id));
  if (!comment) throw new ApiError('NOT_FOUND');
  return comment;
}

async function reword(
  context: Context,
  db: Database,
  { id, version, reviewObjectId, content }: Extract<GivenComment, { id: string }>,
): Promise<CommentAnswer> {
  const author = authorOf(context);
  return await changeWithin(db, kindFor({ user: author.user, documents: context.services.documents }), author, {
    id,
    verb: 'update',
    shown: ({ content, version }) => ({ content, version }),
    async work() {
      const row = await db.selectFrom('flow_revision_comment').selectAll().where('id', '=', Number(id)).forUpdate().executeTakeFirst();
      if (!row) return false;
      const { object } = await holdReviewObject(db, author.user, String(row.review_object_id));
      if (row.author_id !== actorId(author.user)) throw new ApiError('FORBIDDEN');
      if (reviewObjectId !== undefined && reviewObjectId !== String(object.id)) throw wrong('reviewObjectId', 'stays as it is');
      if (isBehind(version, row.version)) return false;
      const before = { comment_id: row.id, version: row.version, content: row.content, written_by: row.updated_by ?? row.author };
      await db
        .insertInto('flow_revision_comment_text')
        .values({ ...before, written_at: row.updated_at ?? row.created_at })
        .execute();
      await db
        .updateTable('flow_revision_comment')
        .set({ content: content.trim(), ...touched(author.user) })
        .where('id', '=', row.id)
        .execute();
      return true;
    },
  });
}
