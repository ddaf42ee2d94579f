import { randomUUID, randomInt } from 'node:crypto'

import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import type { Kobo } from '#shared/money.ts'
import { fixedSources, isLinkCode, linkCodeLetters, sourceKinds } from '#shared/personal-link.ts'
import { needsReview } from '#shared/support-words.ts'
import type { Supporter, SupporterOrder } from '#shared/supporter.ts'

import type { Database, Transaction } from '../../platform/database/database.ts'
import { asUuid, sql, takeLock, type Sql } from '../../platform/database/sql.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

type Deps = { database: Database; now: () => Date }

type SupporterKey = { campaignId: string; id: string }
type SupporterPage = { supporters: Supporter[]; next: string | null }

type Query = {
  campaignId: string
  order: SupporterOrder
  limit: number
  after?: string | undefined
  /** The organiser and reviewers also read words that wait. */
  seesWaiting: boolean
}

const supporterRow = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  amount: z.nullable(koboSchema),
  at: z.date(),
  words: z.string(),
  message: z.string(),
  reply: z.nullable(z.string()),
  key: z.string(),
})
type SupporterRow = z.output<typeof supporterRow>

const cursorPattern = /^(\d{1,17})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
export const isSupporterCursor = (text: string): boolean => cursorPattern.test(text)

export type SupporterList = ReturnType<typeof openSupporterList>

/** The public list of supporters. Each page is read from an index, however many supporters there are. */
export function openSupporterList({ database, now }: Deps) {
  return {
    async list({ seesWaiting, ...query }: Query): Promise<SupporterPage> {
      const found = await database.rows(supporterRow, toStatement(query))
      const page = found.slice(0, query.limit)
      const last = page.at(-1)
      return {
        supporters: page.map((each) => toSupporter(each, seesWaiting)),
        next: found.length > query.limit && last ? `${last.key}.${last.id}` : null,
      }
    },

    /** False if the organiser has answered before. */
    async reply({ campaignId, id }: SupporterKey, reply: string): Promise<boolean> {
      const changed = await database.run(sql`
        update supporter set reply = ${reply}, replied_at = ${now()}
        where campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid and reply is null`)
      return changed > 0
    },

    /** Hides or publishes words. False where there are none. */
    async setWords(
      { campaignId, id }: SupporterKey,
      words: 'hidden' | 'shown',
      by: string,
    ): Promise<boolean> {
      const changed = await database.run(sql`
        update supporter set words = ${words}, words_by = ${by}
        where campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid and words <> 'none'`)
      return changed > 0
    },

    /** The words that everyone reads. Undefined where there are none. */
    async findWords({ campaignId, id }: SupporterKey): Promise<string | undefined> {
      return database.value(
        z.string(),
        sql`select donation.message from supporter join donation on donation.campaign_id = supporter.campaign_id
              and donation.id = supporter.donation_id
            where supporter.campaign_id = ${campaignId} and supporter.id = ${asUuid(id)}::uuid and supporter.words = 'shown'`,
      )
    },
  }
}

const getRaised = (donationId: Sql) => sql`(
  select coalesce(sum(entry.raised_kobo), 0) from ledger_entry entry
  where entry.campaign_id = supporter.campaign_id and entry.donation_id = ${donationId})`

/**
 * A refunded donation leaves the list. One with a hidden amount takes its whole group along: the refund is in the ledger, and a single
 * name that disappeared would show whose it was.
 */
const isListed = sql`case when supporter.group_id is null then ${getRaised(sql`supporter.donation_id`)} > 0
  else not exists (select from supporter member where member.campaign_id = supporter.campaign_id
    and member.group_id = supporter.group_id and ${getRaised(sql`member.donation_id`)} < (
      select donation.amount_kobo from donation where donation.campaign_id = member.campaign_id
        and donation.id = member.donation_id)) end`

function toStatement({ campaignId, order, limit, after }: Omit<Query, 'seesWaiting'>): Sql {
  const [, value, id] = cursorPattern.exec(after ?? '') ?? []
  const isNewest = order === 'newest'
  const column = isNewest ? sql`supporter.listed_at` : sql`supporter.amount_kobo`
  const start = isNewest
    ? sql`to_timestamp(${value ?? '0'}::numeric / 1000000)`
    : sql`${value ?? '0'}::bigint`
  return sql`
    select supporter.id, case when donation.shows_name and not donation.anonymous then nullif(donation.donor_name, '') end as name,
      case when supporter.amount_kobo is not null then ${getRaised(sql`supporter.donation_id`)}::bigint end as amount,
      supporter.listed_at as at, supporter.words, donation.message, supporter.reply,
      ${isNewest ? sql`(extract(epoch from supporter.listed_at) * 1000000)::bigint::text` : sql`supporter.amount_kobo::text`} as key
    from supporter join donation on donation.campaign_id = supporter.campaign_id and donation.id = supporter.donation_id
    where supporter.campaign_id = ${campaignId} and ${column} is not null
      ${value === undefined ? sql`` : sql`and (${column}, supporter.id) < (${start}, ${id}::uuid)`}
      and ${isListed}
    order by ${column} desc, supporter.id desc limit ${limit + 1}`
}

function toSupporter(found: SupporterRow, seesWaiting: boolean): Supporter {
  const isWaiting = found.words === 'waiting'
  const isRead = found.words === 'shown' || (isWaiting && seesWaiting)
  return {
    id: found.id,
    name: found.name,
    amount: found.amount,
    at: found.amount === null ? null : found.at.toISOString(),
    words: isRead && found.message !== '' ? found.message : null,
    isWaiting: isWaiting && seesWaiting,
    reply: found.reply,
  }
}

type PublishDeps = { database: Database; mode: string; now: () => Date }

/** So many supporters with hidden amounts are listed together, at least. */
const minGroup = 3
const batchSize = 500

const dueRow = z.object({
  id: z.string(),
  amount: koboSchema,
  hidesAmount: z.boolean(),
  message: z.string(),
  paidAt: z.date(),
})
type Due = z.output<typeof dueRow>

/**
 * Puts paid donations on the public lists. A shown amount appears at once. Hidden amounts appear in groups of at least three with two
 * different amounts: the ledger shows every amount, so a name that appeared alone would show whose amount is the newest.
 */
export function publishSupportersTask({ database, mode, now }: PublishDeps): Task {
  return {
    name: 'publish-supporters',
    lane: 'maintenance',
    cron: '* * * * *',
    run: async () => {
      const campaignIds = await database.values(
        z.string(),
        sql`select distinct campaign_id from donation
            where state = 'paid' and shows_name is not null and listed_at is null and mode = ${mode}`,
      )
      for (const campaignId of campaignIds)
        await database.transaction((queries) =>
          publishCampaign(queries, campaignId, { mode, now: now() }),
        )
    },
  }
}

async function publishCampaign(
  queries: Transaction,
  campaignId: string,
  { mode, now }: { mode: string; now: Date },
) {
  await queries.run(takeLock(`supporters ${campaignId}`))
  const due = await queries.rows(
    dueRow,
    sql`select donation.id, donation.amount_kobo as amount, donation.hides_amount as "hidesAmount",
          case when donation.shows_message then donation.message else '' end as message,
          charge.effective_at as "paidAt"
        from donation
        join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
          and charge.kind = 'charge'
        where donation.campaign_id = ${campaignId} and donation.state = 'paid' and donation.shows_name is not null
          and donation.listed_at is null and donation.mode = ${mode}
          and exists (select from ledger_entry entry where entry.campaign_id = donation.campaign_id
            and entry.donation_id = donation.id having sum(entry.raised_kobo) > 0)
        order by donation.id limit ${batchSize}`,
  )
  const shown = due.filter(({ hidesAmount }) => !hidesAmount)
  const hidden = due.filter(({ hidesAmount }) => hidesAmount)
  const listed = [
    ...shown.map((one) => ({ ...one, shownAmount: one.amount, at: one.paidAt })),
    ...toGroup(hidden).map((one) => ({ ...one, shownAmount: null, at: now })),
  ]
  await insertSupporters(queries, campaignId, listed, now)
}

/** All that wait, once no one's amount follows from the others. */
export function toGroup<Waiting extends { amount: Kobo }>(waiting: Waiting[]): Waiting[] {
  const amounts = new Set(waiting.map(({ amount }) => amount))
  return waiting.length >= minGroup && amounts.size > 1 ? waiting : []
}

type Listed = Due & { shownAmount: Kobo | null; at: Date }

async function insertSupporters(
  queries: Transaction,
  campaignId: string,
  listed: Listed[],
  now: Date,
) {
  if (listed.length === 0) return
  const groupId = randomUUID()
  const ids = listed.map(({ id }) => id)
  await queries.run(sql`
    insert into supporter (campaign_id, donation_id, amount_kobo, listed_at, group_id, words)
    select ${campaignId}, row.donation_id, row.amount, row.at, case when row.amount is null then ${groupId}::uuid end, row.words
    from unnest(${ids}::uuid[], ${listed.map(({ shownAmount }) => shownAmount)}::bigint[],
      ${listed.map(({ at }) => at)}::timestamptz[], ${listed.map(({ message }) => toWords(message))}::text[])
      as row (donation_id, amount, at, words)
    on conflict do nothing`)
  await queries.run(
    sql`update donation set listed_at = ${now} where campaign_id = ${campaignId} and id = any(${ids}::uuid[])`,
  )
}

function toWords(message: string): 'none' | 'waiting' | 'shown' {
  if (message === '') return 'none'
  return needsReview(message) ? 'waiting' : 'shown'
}

const linkSchema = z.object({ campaignId: z.string(), code: z.string() })
type LinkKey = z.output<typeof linkSchema>

const token = mailToken('personal-link', linkSchema)
/** The secret that opens the result of a link. */
export const toLinkToken = (sealing: Sealing, key: LinkKey): string => token.create(sealing, key)

const codeLength = 8

/**
 * The amount is the sum of complete groups of this many people, so that two readings of it never differ by the donation of
 * one person.
 */
const peoplePerGroup = 3

const resultRow = z.object({ people: z.int(), counted: z.int(), amount: koboSchema })
const sourceRow = z.object({ kind: z.enum(sourceKinds), donations: z.int(), raised: koboSchema })

type PersonalLinksDeps = { database: Database; sealing: Sealing; mode: string; now: () => Date }

/** Links that credit donations to the person who shared them, without cookies and without knowing the person. */
export function openPersonalLinks({ database, sealing, mode, now }: PersonalLinksDeps) {
  const insert = async (key: LinkKey) => {
    await database.run(sql`
      insert into personal_link (campaign_id, code, created_at) values (${key.campaignId}, ${key.code}, ${now()})
      on conflict do nothing`)
    return toLinkToken(sealing, key)
  }

  return {
    /** A new link of a person whom we do not know. Returns the secret that opens its result. */
    create: (campaignId: string) => insert({ campaignId, code: randomCode() }),

    /** The link of a donation is the same each time, without storing whose it is. */
    createForDonation: ({ campaignId, id }: { campaignId: string; id: string }) =>
      insert({ campaignId, code: toCode(sealing.fingerprint('personal-link', id)) }),

    findLink: async (text: string): Promise<LinkKey | undefined> => token.open(sealing, text),

    /** The source that a donation is stored with. An unknown code is no source. */
    async findSource(campaignId: string, code: string | undefined): Promise<string | null> {
      if (code === undefined || !isLinkCode(code)) return null
      if (fixedSources.some((fixed) => fixed === code)) return code
      const found = await database.value(
        z.string(),
        sql`select code from personal_link where campaign_id = ${campaignId} and code = ${code}`,
      )
      return found ?? null
    },

    async readResult({ campaignId, code }: LinkKey): Promise<z.output<typeof resultRow>> {
      const row = await database.row(
        resultRow,
        sql`with people as (
            select donation.donor_key, min(donation.created_at) as first_at, sum(entry.raised_kobo) as raised
            from donation join ledger_entry entry on entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
            where donation.campaign_id = ${campaignId} and donation.source = ${code} and donation.mode = ${mode}
              and donation.state = 'paid'
            group by donation.donor_key having sum(entry.raised_kobo) > 0),
          ranked as (select raised, row_number() over (order by first_at, donor_key) as place, count(*) over () as people from people)
          select coalesce(max(people), 0)::integer as people,
            (coalesce(max(people), 0) / ${peoplePerGroup} * ${peoplePerGroup})::integer as counted,
            coalesce(sum(raised) filter (where place <= people / ${peoplePerGroup} * ${peoplePerGroup}), 0)::bigint as amount
          from ranked`,
      )
      return z.parse(resultRow, row)
    },

    /** Sums by source, for the organiser. They name no person. */
    listSources: (campaignId: string) =>
      database.rows(
        sourceRow,
        sql`with linked as (
            select case when donation.source in ('poster', 'card', 'embed') then donation.source else 'personal' end as kind,
              count(distinct donation.id)::integer as donations, sum(entry.raised_kobo)::bigint as raised
            from donation join ledger_entry entry on entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
            where donation.campaign_id = ${campaignId} and donation.source is not null and donation.mode = ${mode}
              and donation.state = 'paid'
            group by 1),
          direct as (
            select sum(donations) - (select coalesce(sum(donations), 0) from linked) as donations,
              sum(donated_kobo - reversed_kobo) - (select coalesce(sum(raised), 0) from linked) as raised
            from campaign_day where campaign_id = ${campaignId} and mode = ${mode})
          select kind, donations, raised from linked
          union all select 'direct', donations::integer, raised::bigint from direct where donations > 0
          order by raised desc`,
      ),
  }
}

const randomCode = () =>
  Array.from({ length: codeLength }, () => linkCodeLetters[randomInt(linkCodeLetters.length)]).join(
    '',
  )

function toCode(hash: Buffer): string {
  return Array.from(
    hash.subarray(0, codeLength),
    (byte) => linkCodeLetters[byte % linkCodeLetters.length],
  ).join('')
}
