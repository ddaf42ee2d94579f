import * as z from 'zod/mini'

import type { Bank } from '#shared/bank.ts'
import type { Kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import type { RefundAccount } from '#shared/refund.ts'
import { cleanLine } from '#shared/text.ts'

import { sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { linkPattern, toLinkHash } from './bank-account-links.ts'
import type { RefundDeps } from './refund-deps.ts'

const linkSchema = z.object({
  campaignId: z.string(),
  refundId: z.string(),
  amount: koboSchema,
  campaign: z.string(),
  /** The donor has named an account. */
  isDone: z.boolean(),
})
/** A refund that needs its donor's bank account. `id` is what the rate limit counts by. */
export type BankAccountLink = z.output<typeof linkSchema> & { id: string }

export type BankAccounts = ReturnType<typeof openBankAccounts>

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
      return { amount, campaign, isDone, banks: await refuseIfUnavailable(payments.listBanks) }
    },

    /** Looks up the holder's name. Stores the account once the donor has confirmed that name. A link that was used looks up no more names. */
    async submit(
      link: BankAccountLink,
      { bank, accountNumber, holder }: RefundAccount,
    ): Promise<{ holder: string | null }> {
      if (link.isDone) return { holder: null }
      const banks = await refuseIfUnavailable(payments.listBanks)
      const chosen = banks.find(({ id }) => String(id) === bank)
      if (!chosen) throw refuseField('bank')
      const account = { bankCode: chosen.code, accountNumber }
      const found = await refuseIfUnavailable(() => payments.resolveAccount(account))
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

async function refuseIfUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PaymentsUnavailable) throw new Refused('payment-unavailable')
    throw error
  }
}
