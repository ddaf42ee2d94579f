import { Hono } from 'hono'

import {
  refundAccountFormSchema,
  refundAccountResponseSchema,
  refundAccountSchema,
} from '#shared/refund.ts'
import * as z from 'zod/mini'

import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { BankAccounts } from '../money/refunds/bank-accounts.ts'

type Deps = { refundBankAccounts: BankAccounts }

/** /api/refund-accounts/:id, where the id is the token of a mail about a refund. */
export function refundAccountRoutes({ refundBankAccounts }: Deps) {
  const find = (token: string) => refundBankAccounts.findLink(token)
  return new Hono<Env>()
    .get('/:id', gate(may.readRefundAccount, find), async (c) => {
      const form = await refundBankAccounts.readForm(c.var.subject)
      return c.json(z.parse(refundAccountFormSchema, form))
    })
    .post('/:id', gate(may.submitRefundAccount, find), async (c) => {
      const account = await jsonBody(c, refundAccountSchema)
      const response = await refundBankAccounts.submit(c.var.subject, account)
      return c.json(z.parse(refundAccountResponseSchema, response))
    })
}
