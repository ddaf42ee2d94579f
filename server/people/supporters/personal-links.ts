import { randomInt } from 'node:crypto'

import * as z from 'zod/mini'

import { koboSchema } from '#shared/kobo-schema.ts'
import { fixedSources, isLinkCode, linkCodeLetters, sourceKinds } from '#shared/personal-link.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'

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
const sourceRow = z.object({
  kind: z.enum(sourceKinds),
  donations: z.int(),
  raised: koboSchema,
})

export type PersonalLinks = ReturnType<typeof openPersonalLinks>

type Deps = { database: Database; sealing: Sealing; mode: string; now: () => Date }

/** Links that credit donations to the person who shared them, without cookies and without knowing the person. */
export function openPersonalLinks({ database, sealing, mode, now }: Deps) {
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
      const found = await database.row(
        z.object({ code: z.string() }),
        sql`select code from personal_link where campaign_id = ${campaignId} and code = ${code}`,
      )
      return found?.code ?? null
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
