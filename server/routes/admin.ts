import { Hono, type Context } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import {
  actResponseSchema,
  adminReasonSchema,
  claimEntrySchema,
  resolutions,
  type AdminTab,
  type Resolution,
} from '#shared/admin.ts'
import { booksQuerySchema, type Period, periodLockSchema } from '#shared/books.ts'
import { searchQuerySchema } from '#shared/console.ts'
import { invalid } from '#shared/text/invalid.ts'
import { searchText } from '#shared/text.ts'

import { changeEach, parseListQuery } from '../platform/lists/list-page.ts'
import {
  fieldError,
  jsonBody,
  parseInput,
  Refused,
  type Env,
  done,
} from '../platform/http/context.ts'
import { csvResponse } from '../platform/http/csv.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import { isAllowed, type Rule } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import { auditLogCsv, listAuditLog } from '../staff/admin/audit-log.ts'
import { books } from '../staff/admin/books.ts'
import {
  readCampaignFile,
  readDonationFile,
  readPersonFile,
  readConsoleTotals,
  searchConsole,
} from '../staff/admin/console.ts'
import {
  exposureList,
  ledgerCheckList,
  ledgerDifferences,
  agreeToLargeRefund,
  findGivenUp,
  findUnsent,
  listOpenRefunds,
  retryRefund,
  stopUnsentRefund,
} from '../staff/admin/money-lists.ts'
import { failedJobs, webhookEvents, undeliveredMail } from '../staff/admin/failed-work.ts'
import { findQuarantined, listQuarantined, resolvePayment } from '../staff/admin/quarantine.ts'
import { parsePageCursor } from './page-cursor.ts'
import type { Services } from '../services.ts'

/** The part of the audit log that an admin's action says about itself. */
type By = { uid: string; reason: string }

/** /api/admin: a list for each tab of the admin's pages, what admins do about it, and the files of donations, people and campaigns. */
export function adminRoutes(services: Services) {
  const { config, payments } = services
  const { publicUrl, exposureCaps: caps } = config
  const { secondPersonAbove } = config.refunds
  const deps = { ...services, publicUrl, caps, secondPersonAbove, mode: payments.mode }
  const webhooks = webhookEvents(deps)
  const checks = ledgerCheckList(deps)
  const differences = ledgerDifferences(deps)
  const exposure = exposureList(deps)
  const ledgerBooks = books(deps)
  const emails = undeliveredMail(deps)
  const jobs = failedJobs(deps)
  /** With the conflicts of interest of the admin who acts. */
  const withConflicts =
    <Money extends { campaignId: string | null }>(
      find: (id: string) => Promise<Money | undefined>,
    ) =>
    async (id: string, actor: Actor) => {
      const money = await find(id)
      if (!money) return undefined
      const { conflicts, database } = services
      const found = await conflicts.findWithMoneyOf(database, actor, money.campaignId)
      return { ...money, conflicts: found }
    }

  const findUnsentRefund = withConflicts((id) => findUnsent(deps, id))

  /** By the address below /api/admin. A tab without a list does not compile. */
  const lists = {
    totals: list(may.readAdmin, () => readConsoleTotals(deps)),
    search: list(
      may.searchConsole,
      (c) => searchConsole(deps, parseInput(searchQuerySchema, c.req.query()).q),
      ({ donations, people }) => donations.length + people.length,
    ),
    webhooks: list(may.readAdmin, (c) => webhooks.list(parsePageCursor(c))),
    'ledger-checks': list(may.readAdmin, async () => ({ ledgerChecks: await checks.list() })),
    differences: list(may.readAdmin, (c) => differences.list(parseListQuery(c))),
    exposure: list(may.readAdmin, () => exposure.read()),
    books: list(may.readAdmin, (c) =>
      ledgerBooks.read(parseInput(booksQuerySchema, c.req.query())),
    ),
    quarantine: list(may.readAdmin, (c) => listQuarantined(deps, parseListQuery(c))),
    refunds: list(
      may.readRefunds,
      (c) => listOpenRefunds(deps, parseListQuery(c)),
      ({ refunds }) => refunds.length,
    ),
    cancellations: list(may.readAdmin, async () => ({
      cancellations: await services.cancellations.list(),
    })),
    emails: list(
      may.readRecipients,
      (c) => emails.read(parseListQuery(c)),
      ({ undelivered, suppressed }) => undelivered.length + suppressed.length,
    ),
    jobs: list(may.readAdmin, (c) => jobs.list(parseListQuery(c))),
    'audit-log': list(
      may.readStaffActions,
      (c) => listAuditLog(services.database, parseListQuery(c)),
      ({ entries }) => entries.length,
    ),
    // Reading the access log is recorded in it, too.
    'access-log': list(
      may.readStaffActions,
      (c) => {
        const { person } = parseInput(accessQuerySchema, c.req.query())
        return services.accessLog.list({ person: person || undefined, after: parsePageCursor(c) })
      },
      ({ entries }) => entries.length,
    ),
  } satisfies Record<Exclude<AdminTab, 'overview'> | 'totals' | 'search' | 'cancellations', List>

  const routes = new Hono<Env, ListSchema<typeof lists>>()
  for (const [path, { rule, read }] of Object.entries(lists))
    routes.get(`/${path}`, gate(rule, noSubject), async (c: Context<Env>) => {
      const { page, count } = await read(c)
      if (count !== undefined) c.set('readSubjects', { count })
      return c.json(page)
    })

  const files: Record<
    string,
    { rule: Rule<null>; toLines: (period: Period) => AsyncGenerator<string> }
  > = {
    journal: { rule: may.downloadBooks, toLines: (period) => ledgerBooks.journalCsv(period) },
    'trial-balance': {
      rule: may.downloadBooks,
      toLines: (period) => ledgerBooks.trialBalanceCsv(period),
    },
    receipts: { rule: may.downloadBooks, toLines: (period) => ledgerBooks.receiptsCsv(period) },
    'audit-log': {
      rule: may.downloadStaffActions,
      toLines: (period) => auditLogCsv(services.database, period),
    },
  }
  for (const [name, { rule, toLines }] of Object.entries(files))
    routes.get(`/books/${name}.csv`, compress(), gate(rule, noSubject), (c: Context<Env>) => {
      const period = ledgerBooks.toPeriod(parseInput(booksQuerySchema, c.req.query()))
      // The file is written after the access log.
      c.set('readSubjects', { count: 1 })
      return csvResponse(c, `${name}-${period.from}-${period.to}`, toLines(period))
    })

  for (const resolution of resolutions)
    routes.post(
      `/quarantine/:id/${resolution}`,
      gate(
        may.resolveQuarantine,
        withConflicts((id) => findQuarantined(deps, id)),
      ),
      async (c) => {
        const decision = { resolution, ...(await readBy(c, c.var.actor)) }
        return answerAct(c, await resolvePayment(deps, c.var.subject, decision))
      },
    )

  return routes
    .post('/webhooks/:id/replay', gate(may.replayEvent, webhooks.findReplayable), (c) =>
      done(c, webhooks.replay(c.var.subject, toUser(c.var.actor).uid)),
    )
    .post('/ledger-checks', gate(may.runLedgerCheck, noSubject), (c) =>
      done(c, checks.runNow(toUser(c.var.actor).uid)),
    )
    .post(
      '/differences/:id/acknowledge',
      gate(may.acknowledgeDifference, differences.findOpen),
      async (c) => done(c, differences.acknowledge(c.var.subject, await readBy(c, c.var.actor))),
    )
    .post(
      '/receivables/:id/write-off',
      gate(may.writeOff, withConflicts(exposure.findReceivable)),
      async (c) => {
        const form = await jsonBody(c, claimEntrySchema)
        const { campaignId } = c.var.subject
        const { uid } = toUser(c.var.actor)
        return answerAct(c, await exposure.book({ kind: 'write_off', campaignId, uid, ...form }))
      },
    )
    .post(
      '/receivables/:id/repayment',
      gate(may.recordRepayment, withConflicts(exposure.findReceivable)),
      async (c) => {
        const form = await readReceived(c)
        const { campaignId } = c.var.subject
        const { uid } = toUser(c.var.actor)
        const claim = { kind: 'owner_repayment', campaignId, uid, ...form } as const
        return answerAct(c, await exposure.book(claim))
      },
    )
    .post('/books/lock', gate(may.lockPeriod, noSubject), async (c) => {
      const form = await jsonBody(c, periodLockSchema)
      return done(c, ledgerBooks.lock({ ...form, uid: toUser(c.var.actor).uid }))
    })
    .post('/top-ups', gate(may.topUp, noSubject), async (c) => {
      const form = await readReceived(c)
      const { uid } = toUser(c.var.actor)
      return answerAct(c, await exposure.book({ kind: 'top_up', uid, ...form }))
    })
    .post(
      '/refunds/:id/retry',
      gate(
        may.retryRefund,
        withConflicts((id) => findGivenUp(deps, id)),
      ),
      async (c) => done(c, retryRefund(deps, c.var.subject, await readBy(c, c.var.actor))),
    )
    .post('/refunds/:id/agree', gate(may.agreeToRefund, findUnsentRefund), async (c) =>
      done(c, agreeToLargeRefund(deps, c.var.subject, await readBy(c, c.var.actor))),
    )
    .post('/refunds/:id/stop', gate(may.stopRefund, findUnsentRefund), async (c) =>
      done(c, stopUnsentRefund(deps, c.var.subject, await readBy(c, c.var.actor))),
    )
    .post('/emails/:id/retry', gate(may.retryMail, emails.findFailed), (c) =>
      done(c, emails.retry(c.var.subject, toUser(c.var.actor).uid)),
    )
    .post(
      '/suppressions/:id/remove',
      gate(may.removeSuppression, emails.suppressed.find),
      async (c) => done(c, emails.suppressed.remove(c.var.subject, await readBy(c, c.var.actor))),
    )
    .post('/jobs/:id/retry', gate(may.retryJob, jobs.find), async (c) =>
      done(c, jobs.retry(c.var.subject, await readBy(c, c.var.actor))),
    )
    .post('/jobs/retry', gate(may.changeEach, noSubject), async (c) => {
      const { uid } = toUser(c.var.actor)
      return c.json(
        await changeEach(c, async (id, reason) => {
          const job = await jobs.find(id)
          if (job) await jobs.retry(job, { uid, reason })
          return job !== undefined
        }),
      )
    })
    .post('/quarantine/dismiss', gate(may.changeEach, noSubject), async (c) => {
      const { actor } = c.var
      const { uid } = toUser(actor)
      const find = withConflicts((id) => findQuarantined(deps, id))
      return c.json(
        await changeEach(c, async (id, reason) => {
          const payment = await find(id, actor)
          if (!payment || !isAllowed(may.resolveQuarantine, actor, payment)) return false
          await resolvePayment(deps, payment, { resolution: 'dismiss', uid, reason })
          return true
        }),
      )
    })
    .post('/emails/retry', gate(may.changeEach, noSubject), async (c) => {
      const { uid } = toUser(c.var.actor)
      return c.json(
        await changeEach(c, async (id) => {
          const mail = await emails.findFailed(id)
          if (mail) await emails.retry(mail, uid)
          return mail !== undefined
        }),
      )
    })
    .get(
      '/donations/:id',
      gate(may.readDonationFile, async (id) => {
        const donation = await services.refunds.findRefundableDonation(id)
        return donation?.foundBy === 'id' ? donation : undefined
      }),
      async (c) => {
        const file = await readDonationFile(deps, c.var.subject)
        if (!file) throw new Refused('not-found')
        return c.json(file)
      },
    )
    .get(
      '/people/:id',
      gate(may.readPersonFile, (id) => readPersonFile(deps, id)),
      (c) => {
        const { person } = c.var.subject
        c.set('readSubjects', person.kind === 'account' ? { uids: [person.id] } : { count: 1 })
        return c.json(c.var.subject)
      },
    )
    .get('/campaigns/:id', gate(may.readCampaignFile, services.subjects.findReviewed), async (c) =>
      c.json(await readCampaignFile(deps, c.var.subject)),
    )
}

const accessQuerySchema = z.object({ person: searchText })

type List<Page extends object = object> = {
  rule: Rule<null>
  read: (c: Context) => Promise<{ page: Page; count: number | undefined }>
}

/** What Hono derives from routes that are written out. */
type ListSchema<Lists extends Record<string, List>> = {
  [Name in keyof Lists & string as `/${Name}`]: {
    $get: Answering<Awaited<ReturnType<Lists[Name]['read']>>['page']>
  }
} & { [Name in Resolution as `/quarantine/:id/${Name}`]: { $post: Answering<object> } }
type Answering<Output> = { input: object; output: Output; outputFormat: 'json'; status: 200 }

/** `count`: the number of people whose data a page shows, for the access log. */
function list<Page extends object>(
  rule: Rule<null>,
  readPage: (c: Context) => Promise<Page>,
  count?: (page: Page) => number,
): List<Page> {
  return {
    rule,
    read: async (c) => {
      const page = await readPage(c)
      return { page, count: count?.(page) }
    },
  }
}

/** 202: it waits until another admin does the same. */
const answerAct = (c: Context, isDone: boolean) =>
  isDone ? c.body(null, 204) : c.json(z.parse(actResponseSchema, { waits: true }), 202)

/** Money at a bank account needs a document. */
async function readReceived(c: Context) {
  const form = await jsonBody(c, claimEntrySchema)
  if (!form.document) throw fieldError('document', invalid.required)
  return form
}

/** Who acts and why, for the audit log. */
async function readBy(c: Context, actor: Actor): Promise<By> {
  const { reason } = await jsonBody(c, adminReasonSchema)
  return { uid: toUser(actor).uid, reason }
}
