import { Hono } from 'hono'

import type { Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import { claimTransferRoutes } from './donation.ts'
import { guestDataButtonRoutes } from './my-donations.ts'
import type { Services } from '../services.ts'

// The buttons of pages that links in mails open. GET is answered with the other pages, because mail programs open links, too.

/** Their ids are the tokens of the mails. */
export function mailLinkRoutes(services: Services) {
  const { confirmedAddresses, messageReports, campaignQuestions, secureAccount, refunds } = services
  return (
    new Hono<Env>()
      // In the mail of a receipt.
      .post(
        '/confirm-address/:id',
        gate(may.confirmAddress, confirmedAddresses.findAddress),
        async (c) => {
          await confirmedAddresses.confirm(c.var.subject)
          return c.redirect(`${c.req.path}?done`, 303)
        },
      )
      // In an organiser's message.
      .post(
        '/report-message/:id',
        gate(may.reportMessage, messageReports.findMessage),
        async (c) => {
          await messageReports.report(c.var.subject)
          return c.redirect(`${c.req.path}?done`, 303)
        },
      )
      // In the mail to the address that a question was asked with.
      .post(
        '/confirm-question/:id',
        gate(may.confirmQuestion, campaignQuestions.findLink),
        async (c) => {
          const isSent = await campaignQuestions.confirm(c.var.subject)
          return c.redirect(`${c.req.path}?${isSent ? 'done' : 'expired'}`, 303)
        },
      )
      // In a notice about the account.
      .post('/secure-account/:id', gate(may.secureAccount, secureAccount.findLink), async (c) => {
        const isDone = await secureAccount.secure(c.var.subject)
        const former = c.var.subject.isFormerAddress ? 'former&' : ''
        return c.redirect(`${c.req.path}?${former}${isDone ? 'done' : 'expired'}`, 303)
      })
      // In the mail to the organiser whose account requested the refund.
      .post('/stop-refund/:id', gate(may.stopOwnRefund, refunds.findStopLink), async (c) => {
        const isStopped = await refunds.stopRefund(c.var.subject)
        return c.redirect(`${c.req.path}?${isStopped ? 'done' : 'expired'}`, 303)
      })
      .route('/my-data', guestDataButtonRoutes(services))
      .route('/claim-transfer', claimTransferRoutes(services))
  )
}

/**
 * POST /unsubscribe/:id, sent by our page or by a mail program (RFC 8058). The page is redirected to the confirmation; a mail
 * program must not be redirected. GET is answered with the other pages.
 */
export function unsubscribeRoutes({ unsubscribe }: Services) {
  return new Hono<Env>()
    .post('/:id', gate(may.unsubscribe, unsubscribe.findSubscription), async (c) => {
      await unsubscribe.unsubscribe(c.var.subject)
      const isMailProgram = /List-Unsubscribe=One-Click/.test(await c.req.text())
      return isMailProgram ? c.body(null, 204) : c.redirect(`${c.req.path}?done`, 303)
    })
    .post('/:id/all', gate(may.unsubscribe, unsubscribe.findSubscription), async (c) => {
      await unsubscribe.unsubscribeFromAll(c.var.subject)
      return c.redirect(`${c.req.path.replace(/\/all$/, '')}?done=all`, 303)
    })
}
