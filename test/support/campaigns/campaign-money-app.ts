import { beforeEach } from 'vitest'

import type { StoredCampaign } from '#server/providers/content/content.ts'
import type { DonationForm } from '#shared/donation.ts'

import { insertCampaignBy } from './campaigns.ts'
import { openMoneyApp, type MoneyApp } from '#test/support/money/money-app.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { ada, bola } from '#test/support/people/people.ts'

/** The app with an approved campaign of Ada, and with Bola, who has nothing to do with it. All are new in each test. */
export async function freshCampaignMoneyApp(
  options: Omit<Parameters<typeof openMoneyApp>[0], 'database' | 'owner'> = {},
) {
  const { people, ...databases } = await freshDatabase({ organiser: ada, stranger: bola })
  const at = {} as MoneyApp
  const campaign = {} as StoredCampaign & { endDate: string }
  beforeEach(async () => {
    Object.assign(at, await openMoneyApp({ ...databases, ...options }))
    Object.assign(
      campaign,
      await insertCampaignBy(at.content, ada, 'approved', { endDate: '2026-06-01' }),
    )
  })
  return {
    ...databases,
    at,
    ...people,
    campaign,
    /** A donation that is paid a minute later than the one before. */
    donate: async (email: string, form: Partial<DonationForm>) => {
      at.pass(60_000)
      await at.donate(email, { campaign, form }, { paidAt: at.clock.now })
    },
  }
}
