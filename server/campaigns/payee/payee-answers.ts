import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import * as z from 'zod/mini'

import { bankNames } from '#shared/bank.ts'
import { toFullName } from '#shared/full-name.ts'
import type { PayeeAnswer, PayeeQuestion, AccountLookup } from '#shared/payee.ts'
import { cleanLine } from '#shared/text.ts'

import { startStop } from '../../money/payouts/payout-stops.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { type Payments, PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { insertReport } from '../../staff/moderation/reports.ts'
import { findAccountHolder } from '../submission/sub-account.ts'
import {
  payeeLinkPattern,
  toPayeeLinkHash,
  toPayeeUrl,
  payeeAnswerMail,
  payeeConfirmedMail,
  findByLink,
  openPayee,
  type OpenedPayee,
} from './payee-rows.ts'
import type { PayeeDeps } from './payees.ts'

/** Actor of what a payee answers. */
const payeeActorUid = 'payee'

/** `id` is what the rate limit counts by. */
export type PayeeLink = OpenedPayee & {
  id: string
  token: string
  campaign: StoredCampaign
  account: StoredCampaign['bankAccount']
}

export type PayeeAnswers = ReturnType<typeof openPayeeAnswers>

type AnswerDeps = PayeeDeps & { payments: Pick<Payments, 'listBanks'> }

const answers = {
  confirm: { from: 'asked', to: 'confirmed', event: 'payee-confirm' },
  decline: { from: 'asked', to: 'declined', event: 'payee-decline' },
  withdraw: { from: 'confirmed', to: 'withdrawn', event: 'payee-withdraw' },
} as const

/** What the person answers whom an organiser named, with the link of a mail and without an account. */
export function openPayeeAnswers(deps: AnswerDeps) {
  const { database, content, now } = deps
  return {
    /** Undefined once the campaign neither has the account nor proposes it: another person may be the payee now. */
    async findLink(token: string): Promise<PayeeLink | undefined> {
      if (!payeeLinkPattern.test(token)) return undefined
      const row = await findByLink(database, toPayeeLinkHash(token), now())
      const campaign = row && (await content.findCampaign(row.campaignId))
      const account = campaign && (await findAccount(deps, campaign, row.subAccountCode))
      if (!account) return undefined
      return { ...openPayee(deps.sealing, row), id: row.campaignId, token, campaign, account }
    },

    async readQuestion({ campaign, account, ...row }: PayeeLink): Promise<PayeeQuestion> {
      const banks = await deps.payments.listBanks()
      const owner = await content.findUserByUid(campaign.ownerUid)
      const { title, raiseMoneyFor, goal } = campaign
      return {
        name: row.name,
        organiser: toFullName(owner),
        title,
        raiseMoneyFor,
        goal,
        state: row.state,
        accountName: await findAccountHolder(database, row.subAccountCode),
        bankName: bankNames(banks).get(account.bankCode) ?? null,
        accountNumberLast4: account.last4,
      }
    },

    /** The same answer again changes nothing. */
    async answer({ token, campaign, ...row }: PayeeLink, answer: PayeeAnswer): Promise<void> {
      const { from, to, event } = answers[answer]
      const at = now()
      const owner = await content.findUserByUid(campaign.ownerUid)
      await database.transaction(async (queries) => {
        const answered = await queries.row(
          answeredRow,
          sql`update campaign_payee set state = ${to}, answered_at = ${at}, link_expires_at = null
            where campaign_id = ${row.campaignId} and sub_account_code = ${row.subAccountCode} and state = ${from}
              and link_hash = ${toPayeeLinkHash(token)}
            returning is_current as "isCurrent"`,
        )
        if (!answered) {
          if (row.state === to) return
          throw new Refused('campaign-status-changed')
        }
        const { status } = campaign
        const step = { campaignId: campaign.id, event, from: status, to: status, at }
        await deps.history.record(queries, { ...step, actorUid: payeeActorUid })
        const current = { ...row, ...answered }
        if (answer !== 'confirm')
          await reopenReview(queries, { campaign, row: current, answer, at })
        await notify(deps, queries, { campaign, row, answer, owner, token })
      })
    },
  }
}

/** As it is now: an approval may have made the account the current one since the link was opened. */
const answeredRow = z.object({ isCurrent: z.boolean() })

/** Payouts stop, and reviewers get a case where the campaign was approved. Others wait for a review anyway. */
async function reopenReview(
  queries: Transaction,
  { campaign, row, answer, at }: Answered & { at: Date },
): Promise<void> {
  const { campaignId, isCurrent, subAccountCode, name } = row
  if (!isCurrent) return
  await startStop(queries, { campaignId, kind: 'payee', subAccountCode, at })
  if (answer !== 'withdraw' || !(await wasApproved(queries, campaignId))) return
  const details = `${name}, who was to receive the money, has withdrawn the confirmation.`
  await insertReport(queries, { id: randomUUID(), campaign, reason: 'other', details, at })
}

/** By the history, which the transaction of an approval writes. The campaign was read before. */
async function wasApproved(queries: Transaction, campaignId: string): Promise<boolean> {
  return queries.exists(
    sql`select from campaign_history where campaign_id = ${campaignId} and event = 'approve'`,
  )
}

type Answered = { campaign: StoredCampaign; row: OpenedPayee; answer: PayeeAnswer }

async function notify(
  { outbox, publicUrl }: PayeeDeps,
  queries: Transaction,
  {
    campaign: { id, title, ownerUid },
    row,
    answer,
    owner,
    token,
  }: Answered & { owner: { email: string } | undefined; token: string },
): Promise<void> {
  const language = await findLanguage(queries, ownerUid)
  if (answer === 'confirm' && row.email !== null) {
    const url = toPayeeUrl(publicUrl, token)
    await outbox.enqueue(queries, payeeConfirmedMail({ to: row.email, language }, { title, url }))
  }
  if (!owner) return
  const url = new URL(`/dashboard/campaign/${id}`, publicUrl).href
  const mail = payeeAnswerMail(
    { to: owner.email, language },
    { answer, name: row.name, title, url },
  )
  await outbox.enqueue(queries, mail)
}

/** The account that the person confirms, which can be the one of a pending change. */
async function findAccount(
  { changes }: AnswerDeps,
  campaign: StoredCampaign,
  subAccountCode: string,
): Promise<StoredCampaign['bankAccount'] | undefined> {
  const change = await changes.find(campaign.id)
  return [change?.proposed.bankAccount, campaign.bankAccount].find(
    (account) => account?.subAccountCode === subAccountCode,
  )
}

type Deps = { payments: Pick<Payments, 'resolveAccount'>; timeoutMs?: number }
type Account = { bank: string; accountNumber: string }

/** An organiser does not wait longer for a name, because the wizard goes on without it. */
const defaultTimeoutMs = 5_000

const unavailable: AccountLookup = { kind: 'unavailable' }

/** Looks up the holder of a bank account at the provider. */
export async function lookUpAccount(
  { payments, timeoutMs = defaultTimeoutMs }: Deps,
  { bank: bankCode, accountNumber }: Account,
): Promise<AccountLookup> {
  const timeout = delay(timeoutMs, unavailable, { ref: false })
  const lookup = payments.resolveAccount({ bankCode, accountNumber }).then(
    (result): AccountLookup =>
      result.kind === 'resolved'
        ? { kind: 'found', name: cleanLine(result.accountName) }
        : { kind: 'refused', message: result.message },
    (error: unknown) => {
      if (error instanceof PaymentsUnavailable) return unavailable
      throw error
    },
  )
  return Promise.race([lookup, timeout])
}
