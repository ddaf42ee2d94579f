import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import { currencies } from '#shared/abroad.ts'
import { browserStorage } from '#shared/browser-storage.ts'
import { mailChoiceSchema } from '#shared/follower.ts'
import { languageCodes } from '#shared/language.ts'
import type { PolicyValues } from '#shared/policy.ts'

import { parseInput, type Env } from '../platform/http/context.ts'
import { readForm } from '../platform/http/request-body.ts'
import { writeChoice } from '../platform/http/language.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { saveLanguage } from '../platform/mail/reader-language.ts'
import * as may from '../platform/policy/rules.ts'
import type { Database } from '../platform/database/database.ts'
import type { Services } from '../services.ts'
import { claimTransferRoutes } from './donation.ts'
import { guestDataButtonRoutes } from './transaction.ts'

const choiceSchema = z.object({ language: z.enum(languageCodes) })

type LanguageDeps = { config: { publicUrl: string }; database: Database }

/** POST /language: a plain form, so that it works without JavaScript. Redirects back to its page. */
export function languageRoutes({ config, database }: LanguageDeps) {
  return new Hono<Env>().post('/', gate(may.chooseLanguage, noSubject), async (c) => {
    const form = Object.fromEntries(await readForm(c))
    const { language } = parseInput(choiceSchema, form)
    writeChoice(c, browserStorage.language, language, config.publicUrl)
    const { actor } = c.var
    if (actor.kind === 'user') await saveLanguage(database, actor.uid, language)
    return c.redirect(getPreviousPage(c), 303)
  })
}

const currencySchema = z.object({ currency: z.enum([...currencies, 'NGN']) })

/** POST /currency: what a reader sees beside naira. NGN is nothing, and no proposal either. */
export function currencyRoutes({ config }: Services) {
  return new Hono<Env>().post('/', gate(may.chooseCurrency, noSubject), async (c) => {
    const { currency } = parseInput(currencySchema, Object.fromEntries(await readForm(c)))
    writeChoice(c, browserStorage.currency, currency, config.publicUrl)
    return c.redirect(getPreviousPage(c), 303)
  })
}

/** The Referer, which browsers send to the same site (security-headers.ts). Other sites lead to the start page. */
function getPreviousPage(c: Context): string {
  const referer = c.req.header('referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const page = new URL(referer)
  const isPage = page.protocol === 'https:' || page.protocol === 'http:'
  return isPage && page.host === new URL(c.req.url).host ? page.href : '/'
}

export function policyValueRoutes({ config }: Services) {
  const { controller, recipients, identity } = config
  const values: PolicyValues = { controller, recipients, identity: identity.kind }
  return new Hono<Env>().get('/', gate(may.readPolicyValues, noSubject), (c) => c.json(values))
}

// The buttons of pages that links in mails open. GET is answered with the other pages, because mail programs open links, too.

/** Their ids are the tokens of the mails. */
export function mailLinkRoutes(services: Services) {
  const { confirmedAddresses, messageReports, campaignQuestions, secureAccount, refunds } = services
  const { monthlyDonations } = services
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
      // In the mails about a monthly donation.
      .post(
        '/end-monthly/:id',
        gate(may.endMonthlyDonation, monthlyDonations.findLink),
        async (c) => {
          await monthlyDonations.end(c.var.subject)
          return c.redirect(`${c.req.path}?done`, 303)
        },
      )
      .route('/my-data', guestDataButtonRoutes(services))
      .route('/claim-transfer', claimTransferRoutes(services))
  )
}

/**
 * POST /unsubscribe/:id, sent by our page or by a mail program (RFC 8058). The page is redirected to the confirmation; a mail
 * program must not be redirected. GET is answered with the other pages.
 */
export function unsubscribeRoutes({ unsubscribe }: Services) {
  return new Hono<Env>().post(
    '/:id',
    gate(may.unsubscribe, unsubscribe.findSubscription),
    async (c) => {
      const { data: choice } = z.safeParse(mailChoiceSchema, c.req.query('choice'))
      await unsubscribe.choose(c.var.subject, choice)
      const done = choice === undefined ? 'done' : `done=${choice}`
      const isMailProgram = /List-Unsubscribe=One-Click/.test(await c.req.text())
      return isMailProgram ? c.body(null, 204) : c.redirect(`${c.req.path}?${done}`, 303)
    },
  )
}
