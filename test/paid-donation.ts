import { insertCampaignBy } from './campaigns.ts'
import { donationBy } from './ledger.ts'
import type { MoneyApp } from './money-app.ts'
import { ada, type Person } from './people.ts'

type Gift = {
  donor?: Pick<Person, 'uid'>
  name?: string
  title?: string
  paidAt?: Date
}

/** The form of a gift of ₦5,000 to a campaign of ada's, sent and not paid. */
export async function pledgedGift(at: MoneyApp, gift: Gift = {}) {
  const { donor, name = '', title = 'A well for Ife' } = gift
  const campaign = await insertCampaignBy(at.content, ada, 'approved', {
    title,
    endDate: '2027-06-01',
  })
  const donorUid = donor?.uid ?? null
  const started = await at.ledger.startDonation(
    donationBy('donor@example.com', { campaign, donorUid, form: { name } }),
  )
  if (started.kind !== 'started') throw new Error(started.kind)
  return { receipt: started.receipt, reference: at.provider.lastReference() }
}

/** The same, whose money has just been booked. */
export async function paidGift(at: MoneyApp, gift: Gift = {}) {
  const pledged = await pledgedGift(at, gift)
  at.provider.pays(pledged.reference, gift.paidAt ? { paidAt: gift.paidAt } : {})
  await at.ledger.verifyPayment(pledged.reference, 'webhook')
  return pledged
}
