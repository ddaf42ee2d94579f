import { Hono, type MiddlewareHandler } from 'hono'

import { Refused, type Env } from '#server/http/context.ts'
import { gate, nothing } from '#server/policy/gate.ts'
import * as may from '#server/policy/rules.ts'
import type { Mailbox } from './mailbox.ts'
import { mailboxPage, mailboxStyle, mailPage } from './mailbox-page.ts'

type Parts = { mailbox: Mailbox; config: { publicUrl: string } }

/** Mounted only where there is a development mailbox: on loopback and without a mail server. */
export function mailboxRoutes({ mailbox, config }: Parts) {
  const asReader = gate(may.readMailbox, nothing)
  return new Hono<Env>()
    .get('/development/mailbox', asReader, plainDocument, async (c) =>
      c.html(await mailboxPage(await mailbox.list())),
    )
    .get('/development/mailbox.css', asReader, plainDocument, (c) =>
      c.body(mailboxStyle, 200, { 'content-type': 'text/css; charset=utf-8' }),
    )
    .get('/development/mailbox/:id', asReader, plainDocument, async (c) => {
      const mail = await mailbox.find(c.req.param('id'))
      if (!mail) throw new Refused('not-found')
      return c.html(await mailPage(mail, config.publicUrl))
    })
}

const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** Mails are what strangers wrote: nothing in them may run, load or be kept. */
const plainDocument: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  c.header('content-security-policy', policy)
  c.header('cache-control', 'no-store')
}
