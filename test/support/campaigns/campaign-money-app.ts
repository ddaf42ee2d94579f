import type { DonationForm } from '#shared/donation.ts'

import { insertCampaignBy } from './campaigns.ts'
import { donationBy } from '#test/support/money/ledger.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { ada, bola, createPerson } from '#test/support/people/people.ts'

/** The app with an approved campaign of Ada, and with Bola, who has nothing to do with it. */
export async function openCampaignMoneyApp(deps: Parameters<typeof openMoneyApp>[0]) {
  const at = await openMoneyApp(deps)
  const organiser = await createPerson(deps.database, ada)
  const stranger = await createPerson(deps.database, bola)
  const campaign = await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' })
  return {
    at,
    organiser,
    stranger,
    campaign,
    /** A donation that is paid a minute later than the one before. */
    donate: async (email: string, form: Partial<DonationForm>) => {
      at.pass(60_000)
      const started = await at.donations.startDonation(donationBy(email, { campaign, form }))
      if (started.kind !== 'started') throw new Error(started.kind)
      at.provider.pay(at.provider.lastReference(), { paidAt: at.clock.now })
      await at.donations.verifyPayment(at.provider.lastReference(), 'webhook')
    },
  }
}
export type CampaignMoneyApp = Awaited<ReturnType<typeof openCampaignMoneyApp>>
