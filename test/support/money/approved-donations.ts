import type { Database } from '#server/platform/database/database.ts'
import { approvePayee, isPayeeApproved } from '#server/money/payouts/approved-payees.ts'
import type { DonationRequest, StartOutcome } from '#server/money/donations/start-donation.ts'

type Starts = { startDonation: (request: DonationRequest) => Promise<StartOutcome> }

/** Donations to campaigns that only a test knows: their bank account is approved before the first one. */
export function withApprovedPayees<Donations extends Starts>(
  database: Database,
  donations: Donations,
): Donations {
  return {
    ...donations,
    startDonation: async (request) => {
      await approveOnce(database, request.campaign)
      return donations.startDonation(request)
    },
  }
}

export const approveOnce = (database: Database, campaign: DonationRequest['campaign']) =>
  database.transaction(async (queries) => {
    if (await isPayeeApproved(queries, campaign)) return
    await approvePayee(queries, campaign, { by: 'a-reviewer', at: new Date() })
  })
