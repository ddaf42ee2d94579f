import { createHash, randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import type { Bank } from '#shared/bank.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { Kobo } from '#shared/money.ts'
import type { RefundAccount } from '#shared/refund.ts'
import { terms, toTermMs } from '#shared/terms.ts'
import { cleanLine } from '#shared/text.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { refuseUnavailable } from '../../providers/payments/payments.ts'
import { type RefundDeps, type RefundRow, changeRefund, postponeRefund } from './refund-rows.ts'
import { bankAccountMail, toRecipient } from './refund-notices.ts'

const linkSchema = z.object({
  campaignId: z.string(),
  refundId: z.string(),
  amount: koboSchema,
  campaign: z.string(),
  /** The donor has named an account. */
  isDone: z.boolean(),
})
/** A refund that needs its donor's bank account. `id` is what the rate limit counts by. */
type BankAccountLink = z.output<typeof linkSchema> & { id: string }

type Deps = Pick<RefundDeps, 'database' | 'payments' | 'sealing'>

/** The bank accounts that donors name, with a link of a mail and without logging in, where the provider cannot refund to the card. */
export function openBankAccounts(deps: Deps) {
  const { database, payments } = deps
  return {
    async findLink(token: string): Promise<BankAccountLink | undefined> {
      if (!linkPattern.test(token)) return undefined
      const link = await database.row(
        linkSchema,
        sql`select refund.campaign_id as "campaignId", refund.id as "refundId", refund.amount_kobo as amount,
              donation.campaign_title as campaign, account.bank_id is not null as "isDone"
            from refund_bank_account account
            join refund on refund.campaign_id = account.campaign_id and refund.id = account.refund_id
            join donation on donation.campaign_id = refund.campaign_id and donation.id = refund.donation_id
            where account.link_hash = ${toLinkHash(token)} and account.link_expires_at > clock_timestamp()`,
      )
      return link && { ...link, id: link.refundId }
    },

    async readForm({ amount, campaign, isDone }: BankAccountLink): Promise<{
      amount: Kobo
      campaign: string
      banks: Bank[]
      isDone: boolean
    }> {
      return {
        amount,
        campaign,
        isDone,
        banks: await payments.listBanks().catch(refuseUnavailable),
      }
    },

    /** Looks up the holder's name. Stores the account once the donor has confirmed that name. A link that was used looks up no more names. */
    async submit(
      link: BankAccountLink,
      { bank, accountNumber, holder }: RefundAccount,
    ): Promise<{ holder: string | null }> {
      if (link.isDone) return { holder: null }
      const banks = await payments.listBanks().catch(refuseUnavailable)
      const chosen = banks.find(({ id }) => String(id) === bank)
      if (!chosen) throw refuseField('bank')
      const account = { bankCode: chosen.code, accountNumber }
      const found = await payments.resolveAccount(account).catch(refuseUnavailable)
      if (found.kind === 'refused') throw refuseField('accountNumber', found.message)
      // Banks pad names with spaces, which a form does not send unchanged.
      const name = cleanLine(found.accountName)
      if (holder !== name) return { holder: name }
      await saveAccount(deps, link, { bankId: chosen.id, accountNumber })
      return { holder: null }
    },
  }
}

/** The job retries the refund at once. A link is used once: a refused account is answered with a new link. */
async function saveAccount(
  { database, sealing }: Deps,
  { campaignId, refundId }: BankAccountLink,
  { bankId, accountNumber }: { bankId: number; accountNumber: string },
): Promise<void> {
  const sealed = sealing.seal('refund-account', accountNumber)
  await database.transaction(async (queries) => {
    const due = await queries.run(sql`
      update refund set next_attempt_at = clock_timestamp()
      where campaign_id = ${campaignId} and id = ${refundId} and state = 'needs-attention'`)
    if (due === 0) return
    await queries.run(sql`
      update refund_bank_account set bank_id = ${bankId}, account_number_sealed = ${sealed}
      where campaign_id = ${campaignId} and refund_id = ${refundId} and bank_id is null`)
  })
}

function refuseField(field: string, message?: string): Refused {
  return new Refused('sub-account-refused', {
    ...(message && { message, fields: { [field]: [message] } }),
  })
}

/** A new link is mailed when the earlier one has expired. */
const linkSeconds = toTermMs(terms.refundLink) / 1_000
/** A donor who does not answer so many mails is left to an admin. */
export const maxLinks = 4

type LinkDeps = Pick<RefundDeps, 'sealing' | 'publicUrl' | 'outbox'>

const linkPattern = /^[\w-]{43}$/

/** Only the hash is stored, so that the database opens no link. */
export const toLinkHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The provider needs the donor's bank account: mails the donor a secret link. Without an address the refund is due at once. */
export async function askForBankAccount(
  deps: LinkDeps,
  queries: Transaction,
  refund: RefundRow,
): Promise<void> {
  // A sender of a transfer who claimed no receipt has no address, nor has a donor who was erased.
  const canAsk = (await toRecipient(deps, queries, refund)).reader.to !== ''
  const afterSeconds = canAsk ? linkSeconds : 0
  if ((await changeRefund(queries, refund, 'ask-donor', { afterSeconds })) && canAsk)
    await mailLink(deps, queries, refund, false)
}

/** Mails a new link because the earlier one has expired, or because the provider refused the account. */
export async function askAgain(
  { database, ...deps }: LinkDeps & Pick<RefundDeps, 'database'>,
  refund: RefundRow,
  problem?: 'bank-account-refused',
): Promise<void> {
  await database.transaction(async (queries) => {
    await mailLink(deps, queries, refund, problem !== undefined)
    const again = { afterSeconds: linkSeconds, ...(problem && { problem }) }
    await postponeRefund(queries, refund, again)
  })
}

async function mailLink(
  deps: LinkDeps,
  queries: Transaction,
  refund: RefundRow,
  wasRefused: boolean,
) {
  const token = randomBytes(32).toString('base64url')
  const { campaignId, id } = refund
  await queries.run(sql`
    insert into refund_bank_account as known (campaign_id, refund_id, link_hash, link_expires_at)
    values (
      ${campaignId}, ${id}, ${toLinkHash(token)}, clock_timestamp() + make_interval(secs => ${linkSeconds}))
    on conflict (campaign_id, refund_id) do update set
      link_hash = excluded.link_hash, link_expires_at = excluded.link_expires_at, links = known.links + 1,
      bank_id = null, account_number_sealed = null`)
  const { reader, facts } = await toRecipient(deps, queries, refund)
  const url = new URL(`/refund-account/${token}`, deps.publicUrl).href
  await deps.outbox.enqueue(queries, bankAccountMail(reader, { ...facts, url, wasRefused }))
}

/** The account number is needed until the refund is final, and not a day longer. True if the donor had named one. */
export async function deleteBankAccount(
  { value }: Queries,
  { campaignId, id }: RefundRow,
): Promise<boolean> {
  const deleted = await value(
    z.boolean(),
    sql`delete from refund_bank_account where campaign_id = ${campaignId} and refund_id = ${id}
        returning bank_id is not null as "isNamed"`,
  )
  return deleted ?? false
}
