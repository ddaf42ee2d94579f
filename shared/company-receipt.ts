import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'
import { oneLine, refused } from './text.ts'

/** 10 digits (Joint Tax Board), 8-4 digits (FIRS) or 13 digits (Nigeria Tax Administration Act 2025). */
const digits = /^\d{8,14}$/

/** POST /api/donations/{id}/receipt.pdf, from a form without JavaScript. Both are printed as they were typed. */
export const companyReceiptSchema = z.object({
  company: oneLine({ min: 1, max: 200, message: invalid.company }),
  tin: z.pipe(
    oneLine({ min: 1, max: 40, message: invalid.tin }),
    z
      .string()
      .check(
        refused((text) => (digits.test(text.replaceAll(/[ -]/g, '')) ? undefined : invalid.tin)),
      ),
  ),
})
export type CompanyReceipt = z.output<typeof companyReceiptSchema>
