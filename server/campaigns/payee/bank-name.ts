import { toFullName } from '#shared/full-name.ts'
import type { Database } from '../../database/database.ts'
import type { StoredCampaign } from '../../providers/content/content.ts'
import { matchNames } from '../review/name-match.ts'
import { findPayee } from './payee-rows.ts'

export type BankNames = ReturnType<typeof openBankNames>

/** What donors may read about the name of a campaign's bank account. */
export function openBankNames({ database }: { database: Database }) {
  return {
    /**
     * True if the organiser receives the money and confirmed the account name that the bank reports, and that name is the one which the
     * campaign shows. Computed on each read, because the account and the organiser's name can change.
     */
    async isOrganiser({ id, bankAccount, owner }: StoredCampaign): Promise<boolean> {
      const { subAccountCode } = bankAccount
      const payee = await findPayee(database, { campaignId: id, subAccountCode })
      if (payee?.kind !== 'self') return false
      return matchNames(payee.confirmedName, toFullName(owner)) === 'same'
    },
  }
}
