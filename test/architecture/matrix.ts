import { accountRows } from './matrix-accounts.ts'
import { campaignMoneyRows } from './matrix-campaign-money.ts'
import { campaignRows } from './matrix-campaigns.ts'
import { ownViewRows } from './matrix-own-view.ts'
import { documentRows } from './matrix-documents.ts'
import { deletedRows } from './matrix-deleted.ts'
import { guestDataRows } from './matrix-guest-data.ts'
import { lifecycleRows } from './matrix-lifecycle.ts'
import { type Matrix } from './matrix-cells.ts'
import { roles, type Role } from './matrix-roles.ts'
import { moneyRows } from './matrix-money.ts'
import { myDonationRows } from './matrix-my-donations.ts'
import { consoleRows } from './matrix-console.ts'
import { refundPreviewRows } from './matrix-refund-preview.ts'
import { adminRows } from './matrix-admin.ts'
import { pageRows } from './matrix-pages.ts'
import { disputeRows } from './matrix-disputes.ts'
import { payeeRows } from './matrix-payee.ts'
import { memberRows } from './matrix-members.ts'
import { outsideRows } from './matrix-outside.ts'
import { payoutRows } from './matrix-payouts.ts'
import { receiptRows } from './matrix-receipts.ts'
import { reportRows } from './matrix-reports.ts'
import { versionRows } from './matrix-versions.ts'
import type { Cell } from './matrix-run.ts'
import { supporterRows } from './matrix-supporters.ts'
import { questionRows } from './matrix-questions.ts'
import { updateRows } from './matrix-updates.ts'
import { sharingRows } from './matrix-sharing.ts'
import { securityRows } from './matrix-security.ts'

/** The response of every route to every role about every kind of subject. */
export const matrix: Matrix = {
  ...accountRows,
  ...securityRows,
  ...campaignRows,
  ...ownViewRows,
  ...lifecycleRows,
  ...documentRows,
  ...outsideRows,
  ...memberRows,
  ...moneyRows,
  ...campaignMoneyRows,
  ...adminRows,
  ...receiptRows,
  ...pageRows,
  ...reportRows,
  ...deletedRows,
  ...versionRows,
  ...guestDataRows,
  ...myDonationRows,
  ...refundPreviewRows,
  ...consoleRows,
  ...disputeRows,
  ...payeeRows,
  ...payoutRows,
  ...sharingRows,
  ...supporterRows,
  ...updateRows,
  ...questionRows,
}

/** Reviewers with a relation to the owner's campaign. Where no case names a role of the staff, they are asked as reviewers already. */
const related: ReadonlySet<Role> = new Set([
  'reviewerWhoApproved',
  'reviewerWhoDonated',
  'reviewerWhoReported',
])

export function getCells(route: string): Cell[] {
  const cases = matrix[route] ?? []
  const isForStaff = cases.some(({ answers }) =>
    Object.keys(answers).some((role) => role === 'reviewer' || related.has(role as Role)),
  )
  const asked = isForStaff ? roles : roles.filter((role) => !related.has(role))
  return cases.flatMap((of) => asked.map((role) => ({ route, of, role })))
}
