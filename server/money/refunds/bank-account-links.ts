import { createHash, randomBytes } from 'node:crypto'

import { terms, toTermMs } from '#shared/terms.ts'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { RefundDeps } from './refund-deps.ts'
import { hasAddress } from './refund-donation.ts'
import { bankAccountMail } from './refund-mail.ts'
import { toRecipient } from './refund-notices.ts'
import { changeRefund, postponeRefund, type RefundRow } from './refund-rows.ts'

/** A new link is mailed when the earlier one has expired. */
export const linkSeconds = toTermMs(terms.refundLink) / 1_000
/** A donor who does not answer so many mails is left to an admin. */
export const maxLinks = 4

type Deps = Pick<RefundDeps, 'sealing' | 'publicUrl' | 'outbox'>

export const linkPattern = /^[\w-]{43}$/

/** Only the hash is stored, so that the database opens no link. */
export const toLinkHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The provider needs the donor's bank account: mails the donor a secret link. Without an address the refund is due at once. */
export async function askForBankAccount(
  deps: Deps,
  queries: Transaction,
  refund: RefundRow,
): Promise<void> {
  const canAsk = await hasAddress(deps, queries, refund)
  const afterSeconds = canAsk ? linkSeconds : 0
  if ((await changeRefund(queries, refund, 'ask-donor', { afterSeconds })) && canAsk)
    await mailLink(deps, queries, refund, false)
}

/** Mails a new link because the earlier one has expired, or because the provider refused the account. */
export async function askAgain(
  { database, ...deps }: Deps & Pick<RefundDeps, 'database'>,
  refund: RefundRow,
  problem?: 'bank-account-refused',
): Promise<void> {
  await database.transaction(async (queries) => {
    await mailLink(deps, queries, refund, problem !== undefined)
    const again = { afterSeconds: linkSeconds, ...(problem && { problem }) }
    await postponeRefund(queries, refund, again)
  })
}

async function mailLink(deps: Deps, queries: Transaction, refund: RefundRow, wasRefused: boolean) {
  const token = randomBytes(32).toString('base64url')
  const { campaignId, id } = refund
  await queries.run(sql`
    insert into refund_bank_account as known (campaign_id, refund_id, link_hash, link_expires_at)
    values (
      ${campaignId}, ${id}, ${toLinkHash(token)}, clock_timestamp() + make_interval(secs => ${linkSeconds}))
    on conflict (campaign_id, refund_id) do update set
      link_hash = excluded.link_hash, link_expires_at = excluded.link_expires_at, links = known.links + 1,
      bank_id = null, account_number_sealed = null`)
  const { to, language, facts } = await toRecipient(deps, queries, refund)
  const url = new URL(`/refund-account/${token}`, deps.publicUrl).href
  await deps.outbox.enqueue(queries, bankAccountMail(to, language, { ...facts, url, wasRefused }))
}
