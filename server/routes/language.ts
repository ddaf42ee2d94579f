import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import { currencies } from '#shared/abroad.ts'
import { browserStorage } from '#shared/browser-storage.ts'
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

/** GET /api/policy-values: what the policies take from settings. */
export function policyValueRoutes({ config }: Services) {
  const { controller, recipients, identity } = config
  const values: PolicyValues = { controller, recipients, identity: identity.kind }
  return new Hono<Env>().get('/', gate(may.readPolicyValues, noSubject), (c) => c.json(values))
}
