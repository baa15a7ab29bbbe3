import { accountCaller, linkCaller } from '../../caller.ts';
import type { Context, WordedContext } from '../../context.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import { requiredFile } from '../spreadsheets/required-file.ts';
import { type Actor, actorOf, linkActor, nameOf, requireTask, sightOf } from './actors.ts';
import { historyOfTask } from './history.ts';
import { importForm, importTasks } from './importing.ts';
import { findLink, type LinkRow, listLinks, seenBy, typesOf, worded } from './link-rows.ts';
import { createLink, historyOf, mailLink, replaceCopy, requireLink, updateLink } from './links.ts';
import { listReviewObjects } from './review-objects.ts';
import { clientsOf, writes } from './sight.ts';
import { type Status, status } from './tables.ts';
import { findTask, listTasks, wordedTask } from './task-rows.ts';
import { changeStatus, removeTasks, saveTask } from './tasks.ts';
import { type TicketRow, ticketsOf, twinsOf, wordedTicket } from './ticket-rows.ts';
import { createTicket, removeTicket, updateTicket } from './tickets.ts';
import { discardUpload, recogniseUpload, uploadTicketFile, viewedFile, viewUrls } from './uploads.ts';
import { verifier, verifyTickets } from './verification/verify.ts';
import { wordsOfEvidence } from './words.ts';

const reads = 'flow:evidence:list';
const staff = { kind: 'staff' } as const;

/** Evidence collection: share links, bill tasks, and the tickets dealers bring for them (API-92 to 94, API-147 to 159). */
export const evidenceModule = defineModule({
  service: 'evidence',
  senders: {
    async upload({ secret, ...context }) {
      const actor = await actorOf(context, secret, writes);
      if (actor.kind === 'link') return { key: linkCaller(actor.linkId), actor: { username: nameOf(actor) } };
      return { key: accountCaller(actor.user), actor: actor.user };
    },
  },
  routes: {
    async createLink(request) {
      return await answer(request, await createLink(request, request.body));
    },

    async updateLink(request) {
      return await answer(request, await updateLink(request, request.body));
    },

    async urlCount(request) {
      return { urlCnt: (await requireLink(request, request.params.id)).urlCnt };
    },

    async copyUrl(request) {
      const { copyUrl, url } = await requireLink(request, request.params.id);
      return { copyUrl, url };
    },

    async copyUrlHistory(request) {
      return await historyOf(request, request.params.id);
    },

    async pageLinks(request) {
      const { page = 1, limit = 10, clientCode = '', checkBatch = '', keyWord = '' } = request.body;
      const filter = { clientCode, checkBatch: checkBatch.trim(), keyword: keyWord.trim(), page, limit };
      const user = signedIn(request);
      const { list, total } = await listLinks(request.db, user, filter, request.services.settings.timeZone);
      const words = await wordsOfEvidence(request);
      return { list: list.map((link) => worded(seenBy(user, link), words)), total };
    },

    async renewLink(request) {
      return await answer(request, await replaceCopy(request, request.body, 'renew'));
    },

    async revokeLink(request) {
      return await answer(request, await replaceCopy(request, request.body, 'revoke'));
    },

    async mailLink(request) {
      return await mailLink(request, request.body);
    },

    async clients(request) {
      return await clientsOf(request.db, signedIn(request));
    },

    async reviewObjects(request) {
      const { keyword = '', clientCode = '', without } = request.query;
      return await listReviewObjects(request.db, signedIn(request), { keyword: keyword.trim(), clientCode, without });
    },

    async page(request) {
      const { clientCode = '', checkBatch = '', dealer = '', reviewObjectId = '', ...given } = request.body;
      const own = { clientCode, checkBatch: checkBatch.trim(), dealer: dealer.trim(), reviewObjectId };
      const { list, total, counts } = await listTasks(request.db, { of: { user: signedIn(request) }, ...own, ...common(given) });
      const words = await wordsOfEvidence(request);
      return { list: list.map((task) => wordedTask(task, words, staff)), total, ...counts };
    },

    async saveTask(request) {
      return wordedTask(await saveTask(request, request.body), await wordsOfEvidence(request), staff);
    },

    async importTasks(request) {
      return await importTasks(request, requiredFile(request.files.file), request.query.reviewObjectId);
    },

    async importForm(request) {
      return await importForm(request);
    },

    async removeTasks(request) {
      return await removeTasks(request, request.body.ids);
    },

    async changeStatus(request) {
      return await changeStatus(request, request.body);
    },

    async pageByUrl(request) {
      const { copyUrl, ...given } = request.body;
      const actor = await linkActor(request, copyUrl);
      const link = await linkOf(request, actor.linkId);
      const all = { clientCode: '', checkBatch: '', dealer: '', reviewObjectId: '' };
      const { list, total, counts } = await listTasks(request.db, { of: actor, ...all, ...common(given) });
      const words = await wordsOfEvidence(request);
      return {
        endDate: actor.endDate,
        closed: actor.closed,
        projectClosed: actor.projectClosed,
        collectCnt: counts.collectCnt,
        finishedCnt: counts.finishedCnt,
        totalCnt: counts.totalCnt,
        uploadFinishedCnt: counts.uploadFinishedCnt,
        remarks: link.remarks,
        ticketTypeList: typesOf(link.ticketTypes, words),
        dealerName: link.dealerName,
        checkBatch: link.checkBatch,
        companyCode: link.companyCode,
        clientName: link.clientName,
        statusList: words.entries('collection-status'),
        result: { list: list.map((task) => wordedTask(task, words, actor)), total },
      };
    },

    async tickets(request) {
      const actor = await actorOf(request, request.body.copyUrl, reads);
      const open = await requireTask(request.db, actor, Number(request.body.id));
      const task = await findTask(request.db, request.body.id);
      if (!task) throw new Error(`The task ${open.id} cannot be read`);
      const words = await wordsOfEvidence(request);
      const rows = await ticketsOf(request.db, open.id);
      const hashes = rows.map(({ sha256 }) => sha256);
      const twins = await twinsOf(request.db, hashes, open, sightOf(actor));
      const closed = actor.kind === 'link' && actor.closed;
      const mayWrite = actor.kind === 'link' || actor.user.permissions.has(writes);
      return {
        ticketTypeList: typesOf(task.needed, words).map((type) => ({
          ...type,
          count: rows.filter((row) => row.ticketTypeCode === type.ticketTypeCode).length,
        })),
        ticketList: rows.map((row) => wordedTicket(row, words, actor, twins.get(row.sha256))),
        billInfo: wordedTask(task, words, actor),
        editable: !closed && mayWrite && open.lockedBy === null && task.status !== status.completed,
        closed,
        simulated: verifier.simulated,
      };
    },

    async history(request) {
      const { id, page = 1, limit = 20 } = request.body;
      const task = await requireTask(request.db, { kind: 'staff', user: signedIn(request) }, Number(id));
      return await historyOfTask(request.db, task.id, await wordsOfEvidence(request), { page, limit });
    },

    async urls(request) {
      return { urlList: await viewUrls(request, await actorOf(request, request.query.copyUrl, reads), request.body) };
    },

    async file(request) {
      request.reply.header('cache-control', 'private, max-age=60');
      return await viewedFile(request, request.query.ticket, reads);
    },

    async upload(request) {
      const { id, ticketTypeCode, copyUrl } = request.body;
      const actor = await actorOf(request, copyUrl, writes);
      return await uploadTicketFile(request, actor, { taskId: Number(id), ticketTypeCode, file: request.files.file });
    },

    async discard(request) {
      const { filePath, copyUrl } = request.body;
      await discardUpload(request, await actorOf(request, copyUrl, writes), filePath);
      return {};
    },

    async createTicket(request) {
      const { copyUrl, ...given } = request.body;
      const actor = await actorOf(request, copyUrl, writes);
      return await ticketAnswer(request, actor, await createTicket(request, actor, given));
    },

    async updateTicket(request) {
      const { copyUrl, ...given } = request.body;
      const actor = await actorOf(request, copyUrl, writes);
      return await ticketAnswer(request, actor, await updateTicket(request, actor, given));
    },

    async removeTicket(request) {
      const { copyUrl, ...given } = request.body;
      await removeTicket(request, await actorOf(request, copyUrl, writes), given);
      return {};
    },

    async recognise(request) {
      const { filePath, copyUrl } = request.body;
      return await recogniseUpload(request, await actorOf(request, copyUrl, writes), filePath);
    },

    async verify(request) {
      return await verifyTickets(request, request.body.ids);
    },
  },
});

async function answer(context: WordedContext, link: LinkRow) {
  return worded(link, await wordsOfEvidence(context));
}

async function ticketAnswer(context: WordedContext, actor: Actor, ticket: TicketRow) {
  const task = await requireTask(context.db, actor, Number(ticket.collectId));
  const twins = await twinsOf(context.db, [ticket.sha256], task, sightOf(actor));
  return wordedTicket(ticket, await wordsOfEvidence(context), actor, twins.get(ticket.sha256));
}

interface GivenFilter {
  page?: number | undefined;
  limit?: number | undefined;
  status?: Status | '' | undefined;
  statusList?: Status[] | undefined;
  keyWord?: string | undefined;
}

/** `status` is the chosen filter; `statusList` says what there is where none is chosen (API-92). */
function common({ page = 1, limit = 10, status: one = '', statusList = [], keyWord = '' }: GivenFilter) {
  const wanted = statusList.length === 0 ? undefined : statusList;
  const statuses = one === '' ? wanted : [one];
  return { page, limit, statuses, keyword: keyWord.trim() };
}

async function linkOf(context: Context, id: number): Promise<LinkRow> {
  const link = await findLink(context.db, String(id), context.services.settings.timeZone);
  if (!link) throw new Error(`The link ${id} cannot be read`);
  return link;
}
