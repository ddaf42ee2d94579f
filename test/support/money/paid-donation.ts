import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import type { MoneyApp } from '#test/support/money/money-app.ts'
import { ada, type Person } from '#test/support/people/people.ts'

type Options = {
  donor?: Pick<Person, 'uid'>
  email?: string
  name?: string
  title?: string
  paidAt?: Date
}

/** Starts a donation of ₦5,000 to a new campaign of ada's. */
export async function startDonation(at: MoneyApp, options: Options = {}) {
  const { donor, email = 'donor@example.com', name = '', title = 'A well for Ife' } = options
  const campaign = await insertCampaignBy(at.content, ada, 'approved', {
    title,
    endDate: '2027-06-01',
  })
  const donorUid = donor?.uid ?? null
  const started = await at.startDonation(email, {
    campaign,
    donorUid,
    form: { name },
  })
  const found = await at.donations.findDonation(started.accessCode)
  if (!found) throw new Error('the donation was not stored')
  const { id, campaignId } = found
  return { id, campaignId, accessCode: started.accessCode, reference: started.reference }
}

/** Starts a donation and books its payment. */
export async function payDonation(at: MoneyApp, options: Options = {}) {
  const { now } = at.clock
  const { paidAt } = options
  // The form is sent just before the payment.
  if (paidAt) at.clock.now = paidAt
  const donation = await startDonation(at, options)
  at.provider.pay(donation.reference, paidAt ? { paidAt } : {})
  await at.donations.verifyPayment(donation.reference, 'webhook')
  at.clock.now = now
  return donation
}
