import { accountRows } from './matrix-accounts.ts'
import { campaignMoneyRows } from './matrix-campaign-money.ts'
import { campaignRows } from './matrix-campaigns.ts'
import { courseRows } from './matrix-lifecycle.ts'
import { type Matrix } from './matrix-cells.ts'
import { roles } from './matrix-roles.ts'
import { moneyRows } from './matrix-money.ts'
import { operatorRows } from './matrix-admin.ts'
import { pageRows } from './matrix-pages.ts'
import { receiptRows } from './matrix-receipts.ts'
import { reportRows } from './matrix-reports.ts'
import type { Cell } from './matrix-run.ts'
import { securityRows } from './matrix-security.ts'

/** Who gets which answer from which route: every route of the app, every role, every kind of target. */
export const matrix: Matrix = {
  ...accountRows,
  ...securityRows,
  ...campaignRows,
  ...courseRows,
  ...moneyRows,
  ...campaignMoneyRows,
  ...operatorRows,
  ...receiptRows,
  ...pageRows,
  ...reportRows,
}

export const cellsOf = (route: string): Cell[] =>
  (matrix[route]?.cases ?? []).flatMap((of) => roles.map((role) => ({ route, of, role })))
