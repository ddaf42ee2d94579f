import type { Queries, Transaction } from '../../platform/database/database.ts'
import { findLanguage } from '../../platform/mail/reader-language.ts'
import type { Mail, Outbox } from '../../platform/mail/mail.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import { startStop } from '../../money/payouts/payout-stops.ts'
import type { CampaignChange, StoredCampaign } from '../../providers/content/content.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'

/** How long a new bank account waits for its approval, and then for its first payout. */
export const newAccountMs = 72 * 3_600_000

export type NewAccountDeps = { outbox: Outbox; publicUrl: string; now: () => Date }

type Announced = {
  /** As it was before the change. */
  campaign: StoredCampaign
  owner: { email: string } | undefined
  last4: string
}

/** The approved account receives nothing for 72 hours, in which the owner can object to the mail. Nothing happens if it is the same. */
export async function holdNewAccount(
  deps: NewAccountDeps,
  queries: Transaction,
  { campaign, owner, fields }: Omit<Announced, 'last4'> & { fields: CampaignChange | undefined },
): Promise<void> {
  const account = fields?.bankAccount
  if (!account || account.subAccountCode === campaign.bankAccount.subAccountCode) return
  const at = deps.now()
  const until = new Date(at.getTime() + newAccountMs)
  const stop = { campaignId: campaign.id, subAccountCode: account.subAccountCode, at, until }
  await startStop(queries, { ...stop, kind: 'bank-account' })
  await announceNewAccount(deps, queries, { campaign, owner, last4: account.last4 }, until)
}

/**
 * Tells the owner about the request for a new account, about the new account of a campaign that is not approved, or until when an approved
 * one is held. To the account and to the campaign's contact before the change, because a person who took the account over may have changed
 * either.
 */
export async function announceNewAccount(
  { outbox, publicUrl }: NewAccountDeps,
  queries: Queries,
  { campaign, owner, last4 }: Announced,
  heldUntil?: Date,
): Promise<void> {
  const { id, title, ownerUid, contact } = campaign
  const language = await findLanguage(queries, ownerUid)
  const url = new URL(`/dashboard/campaign/${id}`, publicUrl).href
  const isApproved = campaign.status === 'approved'
  const facts = { title, last4, heldUntil, isApproved, url }
  const addresses = [owner?.email, contact.email].filter((address) => address !== undefined)
  for (const address of new Set(addresses.map((each) => each.toLowerCase())))
    await outbox.enqueue(queries, newAccountMail({ to: address, language }, facts))
}

/** `heldUntil` once the account was approved, `isApproved` of the campaign. */
export function newAccountMail(
  reader: Reader,
  facts: {
    title: string
    last4: string
    heldUntil: Date | undefined
    isApproved: boolean
    url: string
  },
): Mail {
  const { title, last4, heldUntil, isApproved, url } = facts
  const { subject, requested, approved, changed, link, ...text } =
    texts[reader.language].campaign.newAccount
  const unknown = isApproved ? text.unknown : text.unknownChange
  const lead = heldUntil
    ? approved({ title, last4, moment: formatLagosTime(heldUntil) })
    : (isApproved ? requested : changed)({ title, last4 })
  return writeMail({ ...reader, reason: 'organiser' }, `${subject}: ${title}`, [
    lead,
    unknown,
    { label: link, url },
  ])
}
