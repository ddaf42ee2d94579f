import * as z from 'zod/mini'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { eachPage } from '../../platform/lists/each-page.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { type Difference, saveDifferences } from '../ledger/differences.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import { openSweep } from '../../platform/queue/sweep.ts'

type Approved = Pick<StoredCampaign, 'id' | 'ownerUid' | 'bankAccount'>

/**
 * Writes that Ajo takes the bank account for the campaign's. Nobody can change or delete the row. The organiser writes it with a submission,
 * which receives nothing before the campaign is approved, in a hosted store perhaps by an editor; later accounts are a reviewer's.
 */
export async function approvePayee(
  { run }: Transaction,
  { id, ownerUid, bankAccount: { subAccountCode, last4 } }: Approved,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await run(sql`
    insert into money_decision (campaign_id, kind, subject, facts, decided_by, at)
    values (${id}, 'payee-approved', ${subAccountCode}, ${JSON.stringify({ last4, ownerUid })}, ${by}, ${at})`)
}

const newest = sql`
  select distinct on (campaign_id) campaign_id as "campaignId", subject as "subAccountCode", facts ->> 'last4' as last4,
    facts ->> 'ownerUid' as "ownerUid"
  from money_decision where kind = 'payee-approved'`

const payeeRow = z.object({
  campaignId: z.string(),
  subAccountCode: z.string(),
  last4: z.string(),
  ownerUid: z.string(),
})
type Payee = z.output<typeof payeeRow>

/** True if the campaign's money goes to the account that was approved last. An editor of a hosted store can write another one. */
export async function isPayeeApproved(
  { row }: Queries,
  { id, bankAccount }: Pick<Approved, 'id' | 'bankAccount'>,
): Promise<boolean> {
  const payee = await row(
    payeeRow,
    sql`${newest} and campaign_id = ${id} order by campaign_id, id desc`,
  )
  return payee?.subAccountCode === bankAccount.subAccountCode
}

/** Where campaigns are stored, which others may write to. */
export type PayeeStore = {
  findCampaign: (id: string) => Promise<Pick<StoredCampaign, 'bankAccount'> | undefined>
}
type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'> & { content: PayeeStore }

const pageSize = 200

/** Compares each approved payee with the provider's sub-account and with the store of campaigns. */
export async function comparePayees(deps: Deps): Promise<void> {
  const sweep = await openSweep(deps, 'payee of a campaign')
  const read = (last?: Payee) =>
    deps.database.rows(
      payeeRow,
      sql`${newest} and campaign_id > ${last?.campaignId ?? ''} order by campaign_id, id desc limit ${pageSize}`,
    )
  for await (const payees of eachPage(pageSize, read))
    for (const payee of payees)
      await sweep.run(payee.campaignId, async () =>
        saveDifferences(deps, `payee of ${payee.campaignId}`, await findDifferences(deps, payee)),
      )
}

async function findDifferences(
  { payments, content }: Deps,
  { campaignId, subAccountCode, last4, ownerUid }: Payee,
): Promise<Difference[]> {
  const campaign = await content.findCampaign(campaignId)
  const account = await payments.subAccounts.find(subAccountCode)
  const ours = [subAccountCode, last4, ownerUid].join(' ')
  const theirs = account && [account.code, account.last4, account.ownerUid].join(' ')
  const stored = campaign?.bankAccount.subAccountCode ?? subAccountCode
  return [
    ...(theirs === ours ? [] : [{ ours, theirs: theirs ?? null }]),
    ...(stored === subAccountCode ? [] : [{ ours, theirs: stored }]),
  ].map((sides) => ({ kind: 'payee-differs', key: campaignId, ...sides }))
}
