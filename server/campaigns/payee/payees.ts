import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'

import { toFullName } from '#shared/full-name.ts'
import {
  isInstitution,
  type Payee,
  type PayeeForm,
  type PayeeAnswer,
  type PayeeQuestion,
  type AccountLookup,
} from '#shared/payee.ts'
import { invalid } from '#shared/text/invalid.ts'
import { cleanLine } from '#shared/text.ts'
import { bankNames } from '#shared/bank.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Queries, Transaction } from '../../platform/database/database.ts'
import { countDocuments } from '../documents/document-rows.ts'
import { Refused, fieldError } from '../../platform/http/context.ts'
import { endStop, startStop } from '../../money/payouts/payout-stops.ts'
import type { ContentStore, StoredCampaign } from '../../providers/content/content.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { CampaignHistory } from '../lifecycle/campaign-history.ts'
import type { PendingChange, PendingChanges } from '../lifecycle/pending-changes.ts'
import { findAccountHolder } from '../submission/sub-account.ts'
import {
  sendQuestion,
  findPayee,
  isSamePayee,
  lockPayeeState,
  makeCurrent,
  maxLinks,
  openPayee,
  savePayee,
  toPayee,
  type OpenedPayee,
  type PayeeKey,
  payeeLinkPattern,
  toPayeeLinkHash,
  toPayeeUrl,
  payeeAnswerMail,
  payeeConfirmedMail,
  findByLink,
} from './payee-rows.ts'
import { sql } from '../../platform/database/sql.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import { type Payments, PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { insertReport } from '../../staff/moderation/reports.ts'

type PayeeDeps = Pick<Foundation, 'database' | 'outbox' | 'publicUrl' | 'now'> & {
  content: Pick<ContentStore, 'findUserByUid' | 'findCampaign'>
  history: CampaignHistory
  changes: PendingChanges
  sealing: Pick<Sealing, 'seal' | 'open'>
}

export type Payees = ReturnType<typeof openPayees>

/** The fields of a form that say who receives the money. An empty account number keeps the account. */
type Form = PayeeForm & { accountNumber: string }
type Owner = { firstname: string; lastname: string } | undefined
/** `owner` is read before the transaction, because a hosted store answers over the network. */
type Recorded = { form: Form; owner: Owner }
type Account = Pick<StoredCampaign['bankAccount'], 'subAccountCode'>

const isUnpublished = ({ status }: Pick<StoredCampaign, 'status'>) =>
  ['pending', 'information-requested', 'rejected'].includes(status)

/** Who receives the money of campaigns, and whether that is confirmed (decision 0027). */
export function openPayees(deps: PayeeDeps) {
  const { database, changes } = deps
  const find = (queries: Queries, { id }: { id: string }, account: Account) =>
    findOpened(deps, queries, { campaignId: id, subAccountCode: account.subAccountCode })

  const isSame = async (campaign: StoredCampaign, form: Form) => {
    const change = await changes.find(campaign.id)
    const row = await find(database, campaign, toAccount(campaign, change))
    return isSamePayee(row ?? toPayee({ ...form, payeeKind: 'self' }), toPayee(form))
  }

  return {
    /** Null for campaigns from before Ajo asked. Of a pending change, the payee of its account. */
    async findShown(campaign: StoredCampaign, account?: Account): Promise<Payee | null> {
      const change = account ? undefined : await changes.find(campaign.id)
      const row = await find(database, campaign, account ?? toAccount(campaign, change))
      return row ? toShown(row) : null
    },

    /** The wizard's fields. The name of the account is confirmed anew with each new number. */
    async toFormValues(campaign: StoredCampaign): Promise<PayeeForm> {
      const change = await changes.find(campaign.id)
      const row = await find(database, campaign, toAccount(campaign, change))
      return {
        payeeKind: row?.kind ?? 'self',
        payeeName: row?.name ?? '',
        payeeEmail: row?.email ?? '',
        cacNumber: row?.cacNumber ?? '',
        scumlNumber: row?.scumlNumber ?? '',
        accountName: '',
      }
    },

    /** Once donations are accepted, another payee needs another bank account, which reviewers approve. */
    async refuseWithoutAccount(campaign: StoredCampaign, form: Form): Promise<void> {
      if (isUnpublished(campaign) || form.accountNumber !== '') return
      if (!(await isSame(campaign, form))) throw fieldError('accountNumber', invalid.payeeAccount)
    },

    /** Whether the form names another payee or account. */
    changes: async (campaign: StoredCampaign, form: Form): Promise<boolean> =>
      form.accountNumber !== '' || !(await isSame(campaign, form)),

    record: (queries: Transaction, campaign: StoredCampaign, recorded: Recorded) =>
      record(deps, queries, campaign, recorded),

    /** Refuses what a reviewer must not approve, and returns what the approval does to payouts. */
    async planApproval(
      queries: Queries,
      campaign: StoredCampaign,
      change: PendingChange | undefined,
    ): Promise<(queries: Transaction, at: Date) => Promise<void>> {
      const payee = await find(queries, campaign, toAccount(campaign, change))
      if (payee?.kind === 'person' && payee.state !== 'confirmed')
        throw new Refused('payee-unconfirmed')
      if (isInstitution(payee?.kind) && (await countDocuments(queries, campaign.id)) === 0)
        throw new Refused('document-needed')
      return (transaction, at) => applyApproval(transaction, payee, at)
    },

    /** Mails the person another link. */
    async askAgain(campaign: StoredCampaign): Promise<void> {
      const owner = await deps.content.findUserByUid(campaign.ownerUid)
      await database.transaction(async (queries) => {
        const change = await changes.find(campaign.id, queries)
        const row = await find(queries, campaign, toAccount(campaign, change))
        if (!row || !toShown(row).canAskAgain) throw new Refused('campaign-status-changed')
        await ask(deps, queries, { campaign, row, owner, at: deps.now() })
      })
    },
  }
}

async function findOpened({ sealing }: PayeeDeps, queries: Queries, key: PayeeKey) {
  const row = await findPayee(queries, key)
  return row && openPayee(sealing, row)
}

const toAccount = (campaign: StoredCampaign, change: PendingChange | undefined): Account =>
  change?.proposed.bankAccount ?? campaign.bankAccount

function toShown(row: OpenedPayee): Payee {
  const { kind, name, email, cacNumber, scumlNumber, state, confirmedName, answeredAt } = row
  return {
    kind,
    name,
    email,
    cacNumber,
    scumlNumber,
    state,
    confirmedName,
    answeredAt: answeredAt?.toISOString() ?? null,
    canAskAgain: state === 'asked' && row.links < maxLinks,
  }
}

/**
 * Stores whom a form names, asks another person, and holds payouts until the payee is confirmed. `campaign` is stored already; an account
 * that waits for a reviewer is the one of its pending change.
 */
async function record(
  deps: PayeeDeps,
  queries: Transaction,
  campaign: StoredCampaign,
  { form, owner }: Recorded,
): Promise<void> {
  const { id: campaignId, ownerUid } = campaign
  const isCurrent = isUnpublished(campaign)
  const change = await deps.changes.find(campaignId, queries)
  const { subAccountCode } = toAccount(campaign, change)
  const key = { campaignId, subAccountCode }
  const before = await findOpened(deps, queries, key)
  const payee = toPayee(form)
  const isNewAccount = form.accountNumber !== ''
  if (before && !isNewAccount && isSamePayee(before, payee)) return
  if (!isCurrent && subAccountCode === campaign.bankAccount.subAccountCode) return
  const at = deps.now()
  const confirmedName = isNewAccount ? await toConfirmedName(queries, key, form) : undefined
  await savePayee(
    { queries, sealing: deps.sealing },
    { ...key, payee, isCurrent, confirmedName, at },
  )
  if (isCurrent) await startStop(queries, { ...key, kind: 'payee', at })
  if (before)
    await deps.history.record(queries, {
      campaignId,
      event: 'payee-change',
      from: campaign.status,
      to: campaign.status,
      actorUid: ownerUid,
      at,
    })
  const row = await findOpened(deps, queries, key)
  if (row?.kind === 'person') await ask(deps, queries, { campaign, row, owner, at })
}

/** The organiser confirmed the name that the provider reports. Banks pad names with spaces. */
async function toConfirmedName(
  queries: Queries,
  { subAccountCode }: PayeeKey,
  { accountName }: Form,
): Promise<string | null> {
  const holder = await findAccountHolder(queries, subAccountCode)
  return holder !== null && cleanLine(holder) === accountName ? accountName : null
}

type Asked = {
  campaign: StoredCampaign
  row: OpenedPayee
  owner: Owner
  at: Date
}

async function ask(
  deps: PayeeDeps,
  queries: Transaction,
  { campaign: { title, ownerUid }, row, owner, at }: Asked,
): Promise<void> {
  if (row.email === null) return
  await sendQuestion(deps, queries, {
    ...row,
    email: row.email,
    organiser: toFullName(owner),
    title,
    ownerUid,
    at,
  })
}

/** Payouts go on where the organiser has confirmed whose account it is. Otherwise a reviewer has to confirm the payee. */
async function applyApproval(
  queries: Transaction,
  payee: OpenedPayee | undefined,
  at: Date,
): Promise<void> {
  if (!payee) return
  const { campaignId, subAccountCode, confirmedName } = payee
  // The person may have withdrawn since the approval was planned.
  const state = await lockPayeeState(queries, payee)
  if (payee.kind === 'person' && state !== 'confirmed') throw new Refused('payee-unconfirmed')
  await makeCurrent(queries, payee)
  const stop = { campaignId, kind: 'payee', at } as const
  if (confirmedName === null) await startStop(queries, { ...stop, subAccountCode })
  else await endStop(queries, stop)
}

/** Actor of what a payee answers. */
const payeeActorUid = 'payee'

/** `id` is what the rate limit counts by. */
type PayeeLink = OpenedPayee & {
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
type PayeeAccount = { bank: string; accountNumber: string }

/** An organiser does not wait longer for a name, because the wizard goes on without it. */
const defaultTimeoutMs = 5_000

const unavailable: AccountLookup = { kind: 'unavailable' }

export async function lookUpAccount(
  { payments, timeoutMs = defaultTimeoutMs }: Deps,
  { bank: bankCode, accountNumber }: PayeeAccount,
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
