import { Hono, type Context } from 'hono'
import * as z from 'zod/mini'

import { languageCodes } from '#shared/language.ts'

import { parsed, type Env } from '../http/context.ts'
import { keepLanguage } from '../http/language.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'

const choiceSchema = z.object({ language: z.enum(languageCodes) })

/** POST /language: a plain form, so that it works without script. It leads back to the page on which it stands. */
export function languageRoutes({ config }: { config: { publicUrl: string } }) {
  return new Hono<Env>().post('/', gate(may.chooseLanguage, nothing), async (c) => {
    const { language } = parsed(choiceSchema, await c.req.parseBody())
    keepLanguage(c, language, config.publicUrl)
    return c.redirect(pageBefore(c), 303)
  })
}

/** Browsers name it to our own site (security-headers.ts). An address of another one leads to the start. */
function pageBefore(c: Context): string {
  const referer = c.req.header('referer') ?? ''
  if (!URL.canParse(referer)) return '/'
  const page = new URL(referer)
  const isPage = page.protocol === 'https:' || page.protocol === 'http:'
  return isPage && page.host === new URL(c.req.url).host ? page.href : '/'
}
