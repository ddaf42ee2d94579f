import { Hono, type MiddlewareHandler } from 'hono'

import { Refused, type Env } from '#server/platform/http/context.ts'
import { gate, noSubject } from '#server/platform/http/gate.ts'
import type { MailSite } from '#server/platform/mail/render-mail.ts'
import * as may from '#server/platform/policy/rules.ts'
import type { Mailbox } from './mailbox.ts'
import { mailPreviewPage, mailStyleHash } from './mail-preview-page.ts'
import { mailboxPage, mailboxStyle, mailPage } from './mailbox-page.ts'

type MailboxRouteDeps = { mailbox: Mailbox; config: MailSite }

/** Mounted only on loopback without SMTP_URL. */
export function mailboxRoutes({ mailbox, config }: MailboxRouteDeps) {
  const asReader = gate(may.readMailbox, noSubject)
  return new Hono<Env>()
    .get('/development/mailbox', asReader, plainDocument, async (c) =>
      c.html(await mailboxPage(await mailbox.list())),
    )
    .get('/development/mailbox.css', asReader, plainDocument, (c) =>
      c.body(mailboxStyle, 200, { 'content-type': 'text/css; charset=utf-8' }),
    )
    .get('/development/mails', asReader, previews, async (c) =>
      c.html(await mailPreviewPage(config)),
    )
    .get('/development/mailbox/:id', asReader, plainDocument, async (c) => {
      const mail = await mailbox.find(c.req.param('id'))
      if (!mail) throw new Refused('not-found')
      return c.html(await mailPage(mail, config.publicUrl))
    })
}

const toPolicy = (more: string) =>
  `default-src 'none'; style-src 'self'${more}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

const withPolicy =
  (policy: string): MiddlewareHandler<Env> =>
  async (c, next) => {
    await next()
    c.header('content-security-policy', policy)
    c.header('cache-control', 'no-store')
  }

/** Mails contain untrusted text, so the pages run no scripts and load only their own stylesheet. */
const plainDocument = withPolicy(toPolicy(''))
/** The previews have the style of the template and show its logo and our own pictures. */
const previews = withPolicy(toPolicy(` ${mailStyleHash}; img-src 'self' data:`))
