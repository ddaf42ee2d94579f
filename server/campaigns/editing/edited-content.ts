import type { CampaignEdit } from '#shared/campaign-edit.ts'
import { lagosToday } from '#shared/day.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import { invalid } from '#shared/messages.ts'
import { formatNaira } from '#shared/money.ts'

import { requireTwoFactor, type TwoFactor } from '../../people/accounts/two-factor.ts'
import type { Database } from '../../platform/database/database.ts'
import { Refused } from '../../platform/http/context.ts'
import { fieldError } from '../../platform/http/context.ts'
import type { Images } from '../../platform/images/images.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import {
  toCampaignContent,
  toFormStory,
  type CampaignContent,
} from '../versions/campaign-fields.ts'
import { checkBank, createSubAccount } from '../submission/sub-account.ts'

export type EditedContentDeps = {
  database: Database
  payments: Pick<Payments, 'listBanks' | 'createSubAccount' | 'resolveAccount'>
  images: Pick<Images, 'getOwn'>
  sealing: Sealing
  identity: Pick<Identity, 'checkPassword'>
  twoFactor: Pick<TwoFactor, 'getState' | 'verifyCode'>
  now: () => Date
}

export type EditedContent = {
  content: CampaignContent
  accountNumberSealed: Uint8Array | undefined
}
type Edit = { edit: CampaignEdit; current: CampaignContent }

/**
 * The campaign's content after the edit. A new account number already creates a sub-account at the provider; payouts
 * go there once the campaign refers to it.
 */
export async function toEditedContent(
  deps: EditedContentDeps,
  campaign: StoredCampaign,
  { edit, current }: Edit,
): Promise<EditedContent> {
  const { endDate, name, email, phone, showContact } = edit
  if (endDate !== campaign.endDate && endDate <= lagosToday(deps.now()))
    throw fieldError('endDate', invalid.endDatePast)
  const images = await deps.images.getOwn(campaign.ownerUid, edit.images)
  const { bankAccount, accountNumberSealed } = await editBankAccount(deps, campaign, {
    edit,
    current,
  })
  const contact = { name, email, phone, isPublic: showContact }
  return {
    content: { ...toFormStory(edit, images), contact, bankAccount },
    accountNumberSealed,
  }
}

async function editBankAccount(
  deps: EditedContentDeps,
  campaign: StoredCampaign,
  { edit, current: { bankAccount } }: Edit,
) {
  const { title, bank, accountNumber } = edit
  if (accountNumber === '') {
    if (bank !== bankAccount.bankCode) throw fieldError('accountNumber', invalid.accountNumber)
    return { bankAccount, accountNumberSealed: undefined }
  }
  const { ownerUid } = campaign
  await checkBank(deps, bank)
  await checkOwner(deps, ownerUid, edit)
  const subAccountCode = await createSubAccount(deps, { ownerUid, title, bank, accountNumber })
  return {
    bankAccount: { bankCode: bank, last4: accountNumber.slice(-4), subAccountCode },
    accountNumberSealed: deps.sealing.seal('account-number', accountNumber),
  }
}

/** Neither a stolen session nor a stolen password alone must redirect payouts. Last, because a code counts once. */
async function checkOwner(
  { identity, twoFactor }: EditedContentDeps,
  uid: string,
  { currentPassword = '', code = '' }: CampaignEdit,
) {
  const refused =
    currentPassword === ''
      ? 'requires-recent-login'
      : (await identity.checkPassword(uid, currentPassword))?.refused
  if (refused)
    throw new Refused(refused, { fields: { currentPassword: [errorSentences[refused]] } })
  if ((await twoFactor.getState(uid)).isOn)
    await requireTwoFactor(twoFactor, { uid, code, source: 'session' })
}

/** Values of the wizard's fields. The account number is never sent back. */
export function toFormValues(campaign: CampaignContent): Record<string, unknown> {
  const { goal, startDate, endDate, images, contact, bankAccount, ...content } =
    toCampaignContent(campaign)
  return {
    ...content,
    cause: content.cause ?? '',
    goalAmount: formatNaira(goal).replace('₦', ''),
    startDate: startDate ?? '',
    endDate: endDate ?? '',
    images: images.map(({ id, alt, focus, width, height }) => ({
      id,
      alt,
      width,
      height,
      ...(focus && { focus }),
    })),
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    showContact: contact.isPublic,
    bank: bankAccount.bankCode,
    accountNumber: '',
  }
}
