import * as z from 'zod/mini'

import type { openSandbox } from './open-sandbox.ts'
import { cards, sandboxPayments } from './sandbox-payments.ts'

const accountSchema = z.object({ subaccount_code: z.string(), id: z.number() })

/** Sub-accounts at the sandbox, and payments that are split with them as Ajo splits them. */
export function splitPayments(sandbox: Awaited<ReturnType<typeof openSandbox>>) {
  const { pay } = sandboxPayments(sandbox)
  return {
    addSubAccount: async () => {
      const { body } = await sandbox.api('/subaccount', {
        business_name: 'A well',
        settlement_bank: '057',
        account_number: '0000000000',
        percentage_charge: 30,
      })
      const { subaccount_code: code, id } = z.parse(accountSchema, body.data)
      return { code, id }
    },
    /** ₦5,000 unless `amount` says otherwise: ₦1 to the main account, the fee at the sub-account's cost. */
    paySplit: (reference: string, subaccount: string, fields: Record<string, unknown> = {}) =>
      pay(reference, cards.pays, {
        subaccount,
        transaction_charge: 100,
        bearer: 'subaccount',
        ...fields,
      }),
  }
}
