import { accountRows } from './matrix-accounts.ts'
import { campaignMoneyRows } from './matrix-campaign-money.ts'
import { campaignRows } from './matrix-campaigns.ts'
import { lifecycleRows } from './matrix-lifecycle.ts'
import { type Matrix } from './matrix-cells.ts'
import { roles } from './matrix-roles.ts'
import { moneyRows } from './matrix-money.ts'
import { adminRows } from './matrix-admin.ts'
import { pageRows } from './matrix-pages.ts'
import { receiptRows } from './matrix-receipts.ts'
import { reportRows } from './matrix-reports.ts'
import type { Cell } from './matrix-run.ts'
import { securityRows } from './matrix-security.ts'

/** The response of every route to every role about every kind of subject. */
export const matrix: Matrix = {
  ...accountRows,
  ...securityRows,
  ...campaignRows,
  ...lifecycleRows,
  ...moneyRows,
  ...campaignMoneyRows,
  ...adminRows,
  ...receiptRows,
  ...pageRows,
  ...reportRows,
}

export const getCells = (route: string): Cell[] =>
  (matrix[route]?.cases ?? []).flatMap((of) => roles.map((role) => ({ route, of, role })))
