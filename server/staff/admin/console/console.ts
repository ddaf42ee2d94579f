import type { LedgerDeps } from '../../../money/ledger/entries/ledger-deps.ts'
import type { DonationKey } from '../../../money/ledger/entries/donation-row.ts'
import type { ContentStore, StoredCampaign } from '../../../providers/content/content.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { readCampaignFile } from './campaign-file.ts'
import { readConsoleTotals } from './console-totals.ts'
import { readDonationFile } from './donation-file.ts'
import { readPersonFile } from './person-file.ts'
import { searchConsole } from './search.ts'

export type AdminConsole = ReturnType<typeof openConsole>

/** What admins look up: totals, and a page for each donation, person and campaign. */
export function openConsole(deps: LedgerDeps & { content: ContentStore; sealing: Sealing }) {
  return {
    readTotals: () => readConsoleTotals(deps),
    search: (text: string) => searchConsole(deps, text),
    readDonation: (donation: DonationKey) => readDonationFile(deps, donation),
    readPerson: (id: string) => readPersonFile(deps, id),
    readCampaign: (campaign: StoredCampaign) => readCampaignFile(deps, campaign),
  }
}
