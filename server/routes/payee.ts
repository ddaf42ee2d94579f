import { Hono } from 'hono'
import * as z from 'zod/mini'
import { compress } from 'hono/compress'

import {
  accountLookupResponseSchema,
  accountLookupSchema,
  payeeAnswerSchema,
  payeeQuestionSchema,
  payeeResponseSchema,
} from '#shared/payee.ts'

import { lookUpAccount } from '../campaigns/payee/payees.ts'
import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import { refuseUnavailable } from '../providers/payments/payments.ts'
import type { Services } from '../services.ts'

/** POST /api/bank-accounts/lookup: whose account it is, for the campaign form. The number stays out of addresses and logs. */
export function bankAccountRoutes({ payments }: Services) {
  return new Hono<Env>().post('/lookup', gate(may.lookUpAccount, noSubject), async (c) => {
    const account = await jsonBody(c, accountLookupSchema)
    return c.json(z.parse(accountLookupResponseSchema, await lookUpAccount({ payments }, account)))
  })
}

/** /api/campaigns/:id/payee: who receives the money, for the organiser and reviewers. */
export function campaignPayeeRoutes({ content, payees }: Services) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/payee', gate(may.readPayee, find), async (c) =>
      c.json(z.parse(payeeResponseSchema, { payee: await payees.findShown(c.var.subject) })),
    )
    .post('/:id/payee/ask', gate(may.askPayee, find), async (c) => {
      await payees.askAgain(c.var.subject)
      return c.body(null, 204)
    })
}

/** /api/payees/:id, where the id is the token of the mail to the person who is asked. */
export function payeeRoutes({ payeeAnswers }: Services) {
  const find = (token: string) => payeeAnswers.findLink(token)
  return new Hono<Env>()
    .get('/:id', gate(may.readPayeeQuestion, find), async (c) =>
      c.json(z.parse(payeeQuestionSchema, await payeeAnswers.readQuestion(c.var.subject))),
    )
    .post('/:id', gate(may.answerPayeeQuestion, find), async (c) => {
      const { answer } = await jsonBody(c, payeeAnswerSchema)
      await payeeAnswers.answer(c.var.subject, answer)
      return c.body(null, 204)
    })
}

/** GET /api/banks: the provider's banks, for the campaign form. */
export function bankRoutes({ payments }: Services) {
  return new Hono<Env>().get('/', compress(), gate(may.listBanks, noSubject), async (c) => {
    const banks = await payments.listBanks().catch(refuseUnavailable)
    return c.json({ banks })
  })
}
