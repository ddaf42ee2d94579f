import type { CampaignEdit } from '#shared/campaign-edit.ts'
import { lagosToday } from '#shared/day.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { invalid } from '#shared/messages.ts'
import { formatNaira } from '#shared/money.ts'

import type { Database } from '../../database/database.ts'
import { Refused } from '../../http/context.ts'
import type { Pictures } from '../../images/pictures.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import type { Sealing } from '../../runtime/sealing.ts'
import type { CampaignContent } from '../lifecycle/campaign-fields.ts'
import { ownPictures } from '../submission/own-pictures.ts'
import { refusedField } from '../submission/refused-field.ts'
import { checkBank, openSubAccount } from '../submission/sub-account.ts'

export type NextParts = {
  database: Database
  payments: Pick<Payments, 'listBanks' | 'createSubAccount' | 'resolveAccount'>
  pictures: Pick<Pictures, 'findOwn'>
  sealing: Sealing
  identity: Pick<Identity, 'checkPassword'>
  now: () => Date
}

export type Next = { content: CampaignContent; accountNumberSealed: Uint8Array | undefined }

/** The campaign as the form wants it. A new account number is known to the provider from here on, and paid once the campaign names it. */
export async function nextContent(
  parts: NextParts,
  campaign: StoredCampaign,
  { edit, shown }: { edit: CampaignEdit; shown: CampaignContent },
): Promise<Next> {
  const { goalAmount, endDate, name, email, phone, showContact } = edit
  const { title, country, city, category, description, startDate } = edit
  const { raiseMoneyFor, importance, impact } = edit
  if (endDate !== campaign.endDate && endDate <= lagosToday(parts.now()))
    throw refusedField('endDate', invalid.endDatePast)
  const images = await ownPictures(parts.pictures, campaign.ownerUid, edit.images)
  const account = await nextAccount(parts, campaign, { edit, shown })
  const texts = { title, country, city, category, description, raiseMoneyFor, importance, impact }
  const contact = { name, email, phone, isPublic: showContact }
  const { bankAccount, accountNumberSealed } = account
  return {
    content: { ...texts, goal: goalAmount, startDate, endDate, images, contact, bankAccount },
    accountNumberSealed,
  }
}

async function nextAccount(
  parts: NextParts,
  campaign: StoredCampaign,
  { edit, shown: { bankAccount } }: { edit: CampaignEdit; shown: CampaignContent },
) {
  const { title, bank, accountNumber, currentPassword } = edit
  if (accountNumber === '') {
    if (bank !== bankAccount.bankCode) throw refusedField('accountNumber', invalid.accountNumber)
    return { bankAccount, accountNumberSealed: undefined }
  }
  const { ownerUid, status } = campaign
  // Whoever finds a session open must not be able to have the gifts paid to themselves.
  if (status === 'approved') await mustKnow(parts, ownerUid, currentPassword)
  await checkBank(parts, bank)
  const subAccountCode = await openSubAccount(parts, { ownerUid, title, bank, accountNumber })
  return {
    bankAccount: { bankCode: bank, last4: accountNumber.slice(-4), subAccountCode },
    accountNumberSealed: parts.sealing.seal('account-number', accountNumber),
  }
}

async function mustKnow({ identity }: NextParts, uid: string, password = '') {
  const refused =
    password === ''
      ? 'requires-recent-login'
      : (await identity.checkPassword(uid, password))?.refused
  if (refused)
    throw new Refused(refused, { fields: { currentPassword: [errorSentences[refused]] } })
}

/** The fields of the form as they are now. The account number is in nobody's hands but the provider's. */
export function valuesOf(content: CampaignContent): Record<string, unknown> {
  const { goal, startDate, endDate, images, contact, bankAccount } = content
  const { title, country, city, category, description, raiseMoneyFor, importance, impact } = content
  const texts = { title, country, city, category, description, raiseMoneyFor, importance, impact }
  return {
    ...texts,
    goalAmount: formatNaira(goal).replace('₦', ''),
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    images: images.map(({ id, alt }) => ({ id, alt })),
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    showContact: contact.isPublic,
    bank: bankAccount.bankCode,
    accountNumber: '',
  }
}
