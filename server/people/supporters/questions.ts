import * as z from 'zod/mini'

import {
  campaignQuestionSchema,
  type AskQuestion,
  type CampaignQuestion,
} from '#shared/campaign-question.ts'
import type { Language } from '#shared/language.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { isFrozen } from '../../money/ledger/frozen-campaign.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { mailToken } from '../../platform/mail/mail-token.ts'
import { findLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import { insertReport } from '../../staff/moderation/reports.ts'
import { answerMail, confirmQuestionMail, questionMail } from './mails.ts'

type Deps = Pick<Foundation, 'database' | 'sealing' | 'outbox' | 'publicUrl' | 'now'> & {
  content: Pick<ContentStore, 'findCampaign'>
  identity: Pick<Identity, 'findAccount'>
}

/** `isProven`: the address is that of an account that has confirmed it. */
type Asker = { email: string; isProven: boolean; language: Language }

export const askerEmailPurpose = 'asker-email'
const shownAtOnce = 100

/** Questions of visitors to organisers, and one answer to each. Neither sees the address of the other. */
export function openCampaignQuestions(deps: Deps) {
  const { database, sealing, outbox, publicUrl, now } = deps
  return {
    /** True if the question was sent. A visitor has to confirm the address before. */
    async ask(
      campaign: StoredCampaign,
      { email, isProven, language }: Asker,
      { name, question }: AskQuestion,
    ): Promise<boolean> {
      await refuseClosed(database, campaign)
      const key = sealing.fingerprint('donor', email.toLowerCase())
      const content = JSON.stringify([campaign.id, key.toString('hex'), name, question])
      const id = toUuid(sealing.fingerprint('question', content))
      const organiser = isProven ? await deps.identity.findAccount(campaign.ownerUid) : undefined
      await database.transaction(async (queries) => {
        const inserted = await queries.run(sql`
          insert into campaign_question as stored (
            campaign_id, id, asker_key, asker_email_sealed, asker_name, language, question, state, asked_at)
          values (${campaign.id}, ${id}::uuid, ${key}, ${sealing.seal(askerEmailPurpose, email)}, ${name}, ${language},
            ${question}, 'unconfirmed', ${now()})
          on conflict (campaign_id, id) do update set asked_at = excluded.asked_at where stored.state = 'unconfirmed'`)
        // A question that was sent before is not sent again.
        if (inserted === 0) return
        if (isProven) return send(deps, queries, { campaign, id, to: organiser?.email })
        const url = createQuestionUrl(deps, { campaignId: campaign.id, id })
        await outbox.enqueue(
          queries,
          confirmQuestionMail({ to: email, language }, { ...campaign, url }),
        )
      })
      return isProven
    },

    findLink: async (text: string) => token.open(sealing, text),

    /** False for a link that has expired, and for a campaign that takes no questions any more. */
    async confirm({ campaignId, id, expiresAt }: QuestionLink): Promise<boolean> {
      if (expiresAt <= now().getTime()) return false
      const campaign = await deps.content.findCampaign(campaignId)
      if (!campaign || !(await takesQuestions(database, campaign))) return false
      const organiser = await deps.identity.findAccount(campaign.ownerUid)
      return database.transaction(async (queries) => {
        await send(deps, queries, { campaign, id, to: organiser?.email })
        return isStored(queries, { campaignId, id }, 'sent', 'answered', 'reported')
      })
    },

    list: (campaignId: string): Promise<CampaignQuestion[]> =>
      database.rows(
        campaignQuestionSchema,
        sql`select id, asker_name as name, question, sent_at as at, state, answer from campaign_question
            where campaign_id = ${campaignId} and state <> 'unconfirmed'
            order by state = 'sent' desc, sent_at desc, id limit ${shownAtOnce}`,
      ),

    /** Answers once, and deletes the asker's address. The same answer again changes nothing. */
    async answer(campaign: StoredCampaign, id: string, answer: string): Promise<void> {
      await refuseClosed(database, campaign)
      await database.transaction(async (queries) => {
        const open = await queries.row(
          openRow,
          sql`select question, asker_email_sealed as "emailSealed", language from campaign_question
          where campaign_id = ${campaign.id} and id = ${asUuid(id)}::uuid and state = 'sent' for update`,
        )
        if (!open) return refuseUnlessAnswered(queries, { campaignId: campaign.id, id }, answer)
        await queries.run(sql`
          update campaign_question
          set state = 'answered', answer = ${answer}, answered_at = ${now()}, asker_email_sealed = null
          where campaign_id = ${campaign.id} and id = ${asUuid(id)}::uuid`)
        const to = sealing.open(askerEmailPurpose, open.emailSealed)
        const mail = answerMail(
          { to, language: open.language },
          {
            title: campaign.title,
            question: open.question,
            answer,
            campaignUrl: new URL(`/c/${campaign.slug}`, publicUrl).href,
          },
        )
        await outbox.enqueue(queries, mail, `answer ${id}`)
      })
    },

    /** Gives an unanswered question to the reviewers, once. False where there is none. */
    report: (campaign: StoredCampaign, id: string): Promise<boolean> =>
      database.transaction(async (queries) => {
        const found = await queries.row(
          z.object({ name: z.string(), question: z.string() }),
          sql`update campaign_question set state = 'reported', reported_at = ${now()}
              where campaign_id = ${campaign.id} and id = ${asUuid(id)}::uuid and state = 'sent'
              returning asker_name as name, question`,
        )
        if (!found) return isStored(queries, { campaignId: campaign.id, id }, 'reported')
        const details = `The organiser reported this question of ${found.name}: ${found.question}`
        await insertReport(queries, {
          id,
          campaign,
          reason: 'other',
          details: details.slice(0, 2_000),
          at: now(),
        })
        return true
      }),
  }
}

/** Also after the end of a campaign, when donors ask what became of their money. */
async function takesQuestions(queries: Queries, { id, status }: StoredCampaign): Promise<boolean> {
  return (status === 'approved' || status === 'ended') && !(await isFrozen(queries, id))
}

async function refuseClosed(queries: Queries, campaign: StoredCampaign): Promise<void> {
  if (!(await takesQuestions(queries, campaign))) throw new Refused('questions-closed')
}

/** The first 16 bytes, as the database writes a uuid. */
const toUuid = (hash: Buffer): string =>
  hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

/** Mails an unconfirmed question to the organiser. A second confirmation sends nothing. */
async function send(
  { outbox, publicUrl, now }: Deps,
  queries: Transaction,
  { campaign, id, to }: { campaign: StoredCampaign; id: string; to: string | undefined },
): Promise<void> {
  const sent = await queries.value(
    z.string(),
    sql`update campaign_question set state = 'sent', sent_at = ${now()}
        where campaign_id = ${campaign.id} and id = ${asUuid(id)}::uuid and state = 'unconfirmed'
        returning id`,
  )
  if (sent === undefined || to === undefined) return
  const language = await findLanguage(queries, campaign.ownerUid)
  const url = new URL(`/dashboard/campaign/${campaign.id}/questions`, publicUrl).href
  const mail = questionMail({ to, language }, { title: campaign.title, url })
  await outbox.enqueue(queries, mail, `question ${sent}`)
}

async function isStored(
  queries: Queries,
  { campaignId, id }: QuestionKey,
  ...states: CampaignQuestion['state'][]
): Promise<boolean> {
  return queries.exists(sql`
    select from campaign_question where campaign_id = ${campaignId}
        and id = ${asUuid(id)}::uuid and state = any(${states}::text[])`)
}

const openRow = z.object({
  question: z.string(),
  emailSealed: z.instanceof(Buffer),
  language: languageSchema,
})

async function refuseUnlessAnswered(
  queries: Queries,
  { campaignId, id }: QuestionKey,
  answer: string,
) {
  const row = await queries.value(
    z.nullable(z.string()),
    sql`select answer from campaign_question
        where campaign_id = ${campaignId} and id = ${asUuid(id)}::uuid and state <> 'unconfirmed'`,
  )
  if (row === undefined) throw new Refused('not-found')
  if (row !== answer) throw new Refused('campaign-status-changed')
}

const linkSchema = z.object({ campaignId: z.string(), id: z.string(), expiresAt: z.int() })
/** The link by which the owner of an address confirms a question. */
type QuestionLink = z.output<typeof linkSchema>
type QuestionKey = Pick<QuestionLink, 'campaignId' | 'id'>

const token = mailToken('confirm-question', linkSchema)

type LinkDeps = { sealing: Sealing; publicUrl: string; now: () => Date }

export function createQuestionUrl({ sealing, publicUrl, now }: LinkDeps, key: QuestionKey): string {
  const expiresAt = now().getTime() + toTermMs(terms.unconfirmedQuestion)
  const text = token.create(sealing, { ...key, expiresAt })
  return new URL(`/confirm-question/${text}`, publicUrl).href
}
