import { Hono } from 'hono'

import type { Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import { claimTransferRoutes } from './donation.ts'
import { guestDataButtonRoutes } from './my-donations.ts'
import type { Services } from '../services.ts'

// The buttons of pages that links in mails open. GET is answered with the other pages, because mail programs open links, too.

export function mailLinkRoutes(deps: Services) {
  return new Hono<Env>()
    .route('/confirm-address', confirmAddressRoutes(deps))
    .route('/report-message', reportMessageRoutes(deps))
    .route('/confirm-question', confirmQuestionRoutes(deps))
    .route('/secure-account', secureAccountRoutes(deps))
    .route('/stop-refund', stopRefundRoutes(deps))
    .route('/my-data', guestDataButtonRoutes(deps))
    .route('/claim-transfer', claimTransferRoutes(deps))
}

/** POST /confirm-address/:id, where the id is the token of a receipt's mail. */
function confirmAddressRoutes({ confirmedAddresses }: Services) {
  const find = (token: string) => confirmedAddresses.findAddress(token)
  return new Hono<Env>().post('/:id', gate(may.confirmAddress, find), async (c) => {
    await confirmedAddresses.confirm(c.var.subject)
    return c.redirect(`${c.req.path}?done`, 303)
  })
}

/** POST /report-message/:id, where the id is the token of an organiser's message. */
function reportMessageRoutes({ messageReports }: Services) {
  const find = (token: string) => messageReports.findMessage(token)
  return new Hono<Env>().post('/:id', gate(may.reportMessage, find), async (c) => {
    await messageReports.report(c.var.subject)
    return c.redirect(`${c.req.path}?done`, 303)
  })
}

/** POST /confirm-question/:id, where the id is the token of a mail to the address that a question was asked with. */
function confirmQuestionRoutes({ campaignQuestions }: Services) {
  return new Hono<Env>().post(
    '/:id',
    gate(may.confirmQuestion, campaignQuestions.findLink),
    async (c) => {
      const isSent = await campaignQuestions.confirm(c.var.subject)
      return c.redirect(`${c.req.path}?${isSent ? 'done' : 'expired'}`, 303)
    },
  )
}

/** POST /stop-refund/:id, where the id is the token of the mail to the organiser whose account requested the refund. */
function stopRefundRoutes({ refunds }: Services) {
  return new Hono<Env>().post('/:id', gate(may.stopOwnRefund, refunds.findStopLink), async (c) => {
    const isStopped = await refunds.stopRefund(c.var.subject)
    return c.redirect(`${c.req.path}?${isStopped ? 'done' : 'expired'}`, 303)
  })
}

/** POST /secure-account/:id, where the id is the token of a notice about the account. */
function secureAccountRoutes({ secureAccount }: Services) {
  const find = (token: string) => secureAccount.findLink(token)
  return new Hono<Env>().post('/:id', gate(may.secureAccount, find), async (c) => {
    const isDone = await secureAccount.secure(c.var.subject)
    const former = c.var.subject.isFormerAddress ? 'former&' : ''
    return c.redirect(`${c.req.path}?${former}${isDone ? 'done' : 'expired'}`, 303)
  })
}

/**
 * POST /unsubscribe/:id, sent by our page or by a mail program (RFC 8058). The page is redirected to the confirmation; a mail
 * program must not be redirected. GET is answered with the other pages.
 */
export function unsubscribeRoutes({ unsubscribe }: Services) {
  const find = (token: string) => unsubscribe.findSubscription(token)
  return new Hono<Env>()
    .post('/:id', gate(may.unsubscribe, find), async (c) => {
      await unsubscribe.unsubscribe(c.var.subject)
      const isMailProgram = /List-Unsubscribe=One-Click/.test(await c.req.text())
      return isMailProgram ? c.body(null, 204) : c.redirect(`${c.req.path}?done`, 303)
    })
    .post('/:id/all', gate(may.unsubscribe, find), async (c) => {
      await unsubscribe.unsubscribeFromAll(c.var.subject)
      return c.redirect(`${c.req.path.replace(/\/all$/, '')}?done=all`, 303)
    })
}
