// The admin's command line: npm run ajo -- <noun> <verb> … [--dry-run] [--json] [--as admin@example.org] [--reason text]. Calls what the routes
// call. Exit codes: 0 done, 1 refused or failed, 2 wrong arguments.
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { Refused } from '#server/platform/http/context.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { MoveRefused } from '#server/providers/content/moved-content.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openServices, type Services } from '#server/services.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { reasonSchema } from '#shared/review.ts'
import { openPrimaryPool, type Connection } from '#server/platform/database/primary.ts'
import { jobsApplication } from '#server/platform/queue/start-jobs.ts'
import { failedJobs, undeliveredMail } from '#server/staff/admin/failed-work.ts'
import { recordAction } from '#server/staff/admin/audit-log.ts'
import { listStops, startStop } from '#server/money/payouts/payout-stops.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { formatNaira, kobo } from '#shared/money.ts'
import { parseNaira } from '#shared/parse-naira.ts'
import type { RefundOutcome } from '#server/money/refunds/refunds.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import { runOwnerCommand, type CommandResult } from './command.ts'
import { openAsApplication } from './open-database.ts'
import { archive } from './verbs/archive.ts'
import { content } from './verbs/content.ts'
import { person } from './verbs/person.ts'
import {
  findCampaign,
  record,
  VerbRefused,
  type Done,
  type Found,
  type Noun,
  type Verb,
  type VerbOptions,
} from './verbs/verb.ts'

const donationRow = z.object({
  id: z.string(),
  campaignId: z.string(),
  reference: z.string(),
  amount: koboSchema,
  createdAt: z.date(),
  bookedAt: z.nullable(z.date()),
})

const findDonation = ({ database }: Services, reference = '') =>
  database.row(
    donationRow,
    sql`select donation.id, donation.campaign_id as "campaignId", reference, amount_kobo as amount,
        donation.created_at as "createdAt",
        (select min(booked_at) from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) as "bookedAt"
      from donation where reference = ${reference.toUpperCase()}`,
  )

const aboutDonation = (
  find: (
    services: Services,
    donation: z.output<typeof donationRow>,
    words: string,
  ) => Promise<Found | string>,
  ...more: string[]
): Verb => ({
  words: ['reference', ...more],
  async find(services, [reference, words = '']) {
    const found = await findDonation(services, reference)
    return found ? find(services, found, words) : `There is no donation ${reference}.`
  },
})

const sentences: Record<Exclude<RefundOutcome['kind'], 'requested' | 'refused'>, string> = {
  closed: errorSentences['refund-closed'],
  'too-large': errorSentences['refund-too-large'],
  'over-limit': errorSentences['refund-over-limit'],
  unconfirmed: errorSentences['requires-recent-login'],
  member: errorSentences['campaign-status-changed'],
}

export const donation: Noun = {
  show: aboutDonation(async (_services, found) => {
    const booked = found.bookedAt ? `booked ${found.bookedAt.toISOString()}` : 'not booked'
    return { text: `${found.reference}: ${formatNaira(found.amount)}, ${booked}.`, data: found }
  }),
  /** Asks the provider about the payment and books what it says. */
  verify: aboutDonation(async (services, found) => ({
    text: `The provider would be asked about ${found.reference}.`,
    async apply(by) {
      const outcome = await services.donations.verifyPayment(found.reference, 'sweep')
      await record(services, { ...by, action: 'verify-donation', subject: found.id })
      return `${found.reference}: ${outcome}.`
    },
  })),
  /** Refunds all that is left, or an amount in naira. The same command within a day refunds once. */
  refund: aboutDonation(async (services, found, words) => {
    const amount = words === 'all' ? undefined : parseNaira(words)
    if (words !== 'all' && amount === undefined) return `${words} is no amount in naira.`
    const key = { campaignId: found.campaignId, id: found.id }
    const preview = await services.refunds.previewRefund(key, amount, { role: 'admin', uid: null })
    if (typeof preview === 'string') return sentences[preview]
    return {
      text: `${formatNaira(preview.amount)} of ${found.reference} would be refunded.`,
      data: preview,
      async decide({ uid }, reason) {
        const day = services.now().toISOString().slice(0, 10)
        const outcome = await services.refunds.requestRefund({
          donation: key,
          form: { reason, ...(amount !== undefined && { amount }) },
          idempotencyKey: `command-line ${found.reference} ${words} ${day}`,
          by: { role: 'admin', uid },
        })
        if (outcome.kind === 'requested')
          return `${formatNaira(outcome.refund.amount)} of ${found.reference}: the refund is ${outcome.refund.state}.`
        throw new VerbRefused(
          outcome.kind === 'refused' ? outcome.message : sentences[outcome.kind],
        )
      },
    }
  }, 'amount or all'),
}

type Find = (services: Services, campaign: StoredCampaign) => ReturnType<Verb['find']>

const about = (find: Find): Verb => ({
  words: ['slug or id'],
  async find(services, [word]) {
    const campaign = await findCampaign(services, word)
    return campaign ? find(services, campaign) : `There is no campaign ${word}.`
  },
})

const findOpenCase = ({ database }: Services, { id }: StoredCampaign) =>
  database.row(
    z.object({ id: z.int() }),
    sql`select id from moderation_case where campaign_id = ${id} and closed_at is null`,
  )

const show: Verb = about(async (services, campaign) => {
  const { database, ledger, now } = services
  const { id, slug, title, status } = campaign
  const totals = (await ledger.campaignTotals([id])).get(id)
  const stops = await listStops(database, id, now())
  const raised = totals?.raised ?? kobo(0)
  const payouts =
    stops.length === 0 ? 'not on hold' : `on hold (${stops.map(({ kind }) => kind).join(', ')})`
  const reports = (await findOpenCase(services, campaign)) ? 'an open case' : 'no open case'
  return {
    text: `${slug} (${id}): “${title}”, ${status}, ${formatNaira(raised)} raised, payouts ${payouts}, ${reports}.`,
    data: { id, slug, title, status, ownerUid: campaign.ownerUid, raised, stops },
  }
})

/** Stops donations and payouts, as a decision about the campaign's open case. */
const freeze: Verb = about(async (services, campaign) => {
  const found = await findOpenCase(services, campaign)
  if (!found) return `There is no open case about ${campaign.slug}. Hold its payouts instead.`
  return {
    text: `${campaign.slug} would be frozen: no donations and no payouts.`,
    async decide(admin, reason) {
      const subject = await services.subjects.findCase(String(found.id), admin)
      if (!subject) throw new Error('the case is gone')
      await services.caseDecisions.freeze(subject, admin, reason)
      return `${campaign.slug} is frozen. Two other people can end that.`
    },
  }
})

/** Holds payouts until another person releases them. Donations go on. */
const hold: Verb = about(async ({ database, now }, { id, slug, bankAccount }) => ({
  text: `Payouts of ${slug} would be held until another person releases them.`,
  async decide({ uid }, reason) {
    const at = now()
    const { subAccountCode } = bankAccount
    await database.transaction(async (queries) => {
      const stop = { campaignId: id, kind: 'reviewer', subAccountCode, askedBy: uid, at } as const
      await startStop(queries, stop)
      await recordAction(queries, { uid, action: 'hold-payouts', subject: id, reason, at })
    })
    return `Payouts of ${slug} are held. Another reviewer or admin can release them.`
  },
}))

const cancel: Verb = about(async ({ endings }, campaign) => ({
  text: `${campaign.slug} would be cancelled, and all its donations refunded.`,
  async decide(admin, reason) {
    if (!(await endings.cancel(campaign, admin, reason)))
      return `${campaign.slug} is cancelled when another admin does the same.`
    return `${campaign.slug} is cancelled, and the refunds of its donations are queued.`
  },
}))

export const campaign: Noun = { show, freeze, hold, cancel, ...archive }

const toLines = (lines: string[], none: string) => lines.join('\n') || none

const mail: Noun = {
  list: {
    words: [],
    async find(services) {
      const { undelivered, ...counts } = await undeliveredMail(services).read()
      const lines = undelivered.map(
        ({ id, state, recipient, subject, error }) =>
          `${id}  ${state}  ${recipient}  ${subject}  ${error ?? ''}`,
      )
      return {
        text: toLines(lines, 'No mail failed or waits for long.'),
        data: { ...counts, undelivered },
      }
    },
  },
  retry: {
    words: ['id'],
    async find(services, [id = '']) {
      const emails = undeliveredMail(services)
      const failed = await emails.findFailed(id)
      if (!failed) return `There is no failed mail ${id} that can be sent again.`
      return {
        text: `The mail ${id} would be sent again.`,
        async apply({ uid }) {
          await emails.retry(failed, uid)
          return `The mail ${id} is sent again.`
        },
      }
    },
  },
}

const jobs: Noun = {
  list: {
    words: [],
    async find(services) {
      const { jobs: failed } = await failedJobs(services).list()
      const lines = failed.map(
        ({ id, task, attempts, nextAttemptAt, error }) =>
          `${id}  ${task}  ${attempts} attempts  ${nextAttemptAt ?? 'given up'}  ${error}`,
      )
      return { text: toLines(lines, 'No job failed.'), data: failed }
    },
  },
  retry: {
    words: ['id'],
    async find(services, [id = '']) {
      const jobs = failedJobs(services)
      const job = await jobs.find(id)
      if (!job) return `There is no failed job ${id}.`
      return {
        text: `The job ${id} (${job.task}) would run again.`,
        async apply(by) {
          await jobs.retry(job, by)
          return `The job ${id} (${job.task}) runs again.`
        },
      }
    },
  },
}

const nouns: Record<string, Noun> = { person, campaign, donation, mail, jobs, content }

const optionValues: Record<string, string | undefined> = {
  to: '--to <embedded or hosted>',
  file: '--file <archive.zip>',
}
const lines = Object.entries(nouns).flatMap(([noun, verbs]) =>
  Object.entries(verbs).map(([verb, { words, options = [] }]) =>
    [
      '  npm run ajo --',
      noun,
      verb,
      ...words.map((word) => `<${word}>`),
      ...options.map((name) => optionValues[name] ?? `[--${name}]`),
    ].join(' '),
  ),
)
/** Of the verb that was named, or of its noun. */
const asked = process.argv.slice(2, 4)
const own = [asked.join(' '), asked[0]]
  .map((start) => lines.filter((line) => `${line} `.startsWith(`  npm run ajo -- ${start} `)))
  .find((found) => found.length > 0)
const usage = `Usage:
${(own ?? lines).join('\n')}
Options: --dry-run, --json, --as <email of an admin>, --reason <text>
Also: check, doctor, backup, restore, drill, keys reseal, postgres upgrade, breach`

const stopFirst =
  'A server of Ajo works on this database. Stop all of them, so that nothing changes meanwhile, and run it again.'

/** Who the audit log names without --as. Only people with access to the server have the command line. */
const commandLine = 'command-line'

type Request = { verb: Verb; words: string[]; options: Options }
type Options = VerbOptions & { 'dry-run'?: boolean; json?: boolean; as?: string; reason?: string }

const request = parseRequest()
await runOwnerCommand(
  usage,
  request &&
    (async ({ config, connection }) => {
      const needsStop = request.verb.needsStop && !request.options['dry-run']
      if (needsStop && (await countRunningServers(connection)) > 0)
        return { message: stopFirst, isDone: false }
      await using database = openAsApplication(config, connection)
      // Mails are stored, and the running server sends them.
      const settings = { ...config, mail: { kind: 'nowhere' } } as const
      const log = openLog('silent')
      await using services = await openServices(settings, { database, log, pages: false })
      // The services are closed only after the command has ended.
      return await execute(services, request)
    }),
)

function parseRequest(): Request | undefined {
  const flag = { type: 'boolean' } as const
  const text = { type: 'string' } as const
  const common = { 'dry-run': flag, json: flag, as: text, reason: text }
  try {
    const { positionals, values } = parseArgs({
      options: {
        ...common,
        to: text,
        'delete-extra': flag,
        'leave-others': flag,
        file: text,
        documents: flag,
      },
      allowPositionals: true,
    })
    const [noun = '', name = '', ...words] = positionals
    const verb = nouns[noun]?.[name]
    const allowed = new Set<string>([...Object.keys(common), ...(verb?.options ?? [])])
    const isAllowed = Object.keys(values).every((option) => allowed.has(option))
    return isAllowed && verb?.words.length === words.length
      ? { verb, words, options: values }
      : undefined
  } catch {
    return undefined
  }
}

async function execute(
  services: Services,
  { verb, words, options }: Request,
): Promise<CommandResult> {
  const answer = (isDone: boolean, message: string, data?: unknown): CommandResult => ({
    message: options.json ? JSON.stringify({ isDone, message, data }, null, 2) : message,
    isDone,
  })
  const admin = options.as === undefined ? undefined : await findAdmin(services, options.as)
  if (options.as !== undefined && !admin) return answer(false, `${options.as} is not an admin.`)
  try {
    const found = await verb.find(services, words, options)
    if (typeof found === 'string') return answer(false, found)
    const change = toChange(found, options.reason ?? '', admin)
    if (!change || options['dry-run']) return answer(true, found.text, found.data)
    const done = await change()
    return typeof done === 'string' ? answer(true, done) : answer(true, done.text, done.data)
  } catch (error) {
    const sentence = toSentence(error)
    if (sentence === undefined) throw error
    return answer(false, sentence)
  }
}

/** What a refusal says. Undefined for other errors. */
function toSentence(error: unknown): string | undefined {
  if (error instanceof VerbRefused || error instanceof MoveRefused) return error.message
  return error instanceof Refused ? errorSentences[error.code] : undefined
}

/** Undefined where the verb only reads. */
function toChange(found: Found, text: string, admin?: User): (() => Promise<Done>) | undefined {
  const { apply, decide } = found
  if (apply) return () => apply({ uid: admin?.uid ?? commandLine, reason: text })
  return (
    decide &&
    (async () => {
      const { data } = z.safeParse(reasonSchema, { reason: text })
      if (!admin || !data)
        throw new VerbRefused(
          'People read who decided and why: add --as <email of an admin> and --reason <at least 10 characters>.',
        )
      return decide(admin, data.reason)
    })
  )
}

async function findAdmin({ database }: Services, email: string): Promise<User | undefined> {
  const row = await database.row(
    z.object({ uid: z.string(), emailVerified: z.boolean(), createdAt: z.date() }),
    sql`select uid, email_verified as "emailVerified", created_at as "createdAt"
      from account join account_role using (uid) where role = 'admin' and email = ${email}`,
  )
  return row && { kind: 'user', ...row, email, roles: ['admin'], sessionId: '' }
}

/** Connections of servers that work on the database. Their jobs use direct connections, also behind a pooler. */
async function countRunningServers(connection: Connection): Promise<number> {
  const pool = openPrimaryPool({ ...connection, max: 1 })
  try {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [jobsApplication],
    )
    return rows[0]?.count ?? 0
  } finally {
    await pool.end()
  }
}
