import { Hono, type MiddlewareHandler } from 'hono'
import { createHash } from 'node:crypto'
import { html } from 'hono/html'

import { Refused, type Env } from '#server/platform/http/context.ts'
import { gate, noSubject } from '#server/platform/http/gate.ts'
import { type MailSite, renderMail } from '#server/platform/mail/render-mail.ts'
import * as may from '#server/platform/policy/rules.ts'
import type { RenderedMail, Mail } from '#server/platform/mail/mail.ts'
import { logoAttachment } from '#server/platform/mail/logo-attachment.ts'
import { logoId } from '#server/platform/mail/mail-html.ts'
import { mailStyle } from '#server/platform/mail/mail-style.ts'
import { languageCodes } from '#shared/language.ts'
import { kobo } from '#shared/money.ts'
import { reviewReminderMail } from '#server/campaigns/review/review-reminder-mail.ts'
import { alarmNoticeMail } from '#server/platform/health/alarms.ts'
import { storedAlarms } from '#server/platform/health/alarm-rules.ts'
import { feedbackMail } from '#server/platform/mail/feedback-mail.ts'
import { mailPausedMail } from '#server/platform/mail/mail-paused-mail.ts'
import { moneyAlarmMail } from '#server/money/payouts/money-alarms.ts'
import { disputeMail } from '#server/money/disputes/dispute-alerts.ts'
import { alarmMail, alarms } from '#server/platform/rate-limits/abuse-detection.ts'
import { refundAlarmMail } from '#server/money/refunds/refund-notices.ts'
import { checkpointMail, logStoppedMail } from '#server/transparency/log-mails.ts'

import type { Mailbox } from './mailbox.ts'
import { mailboxPage, mailboxStyle, mailPage, page } from './mailbox-page.ts'
import { mailSamples } from './mail-samples.ts'

const logo = `data:image/png;base64,${logoAttachment.content.toString('base64')}`

/** Allows the style of the template in the frames, which have the policy of the page around them. */
const mailStyleHash = `'sha256-${createHash('sha256').update(mailStyle).digest('base64')}'`

/** Each kind of mail with sample values, as HTML and as text, in each language. */
function mailPreviewPage(site: MailSite) {
  const kinds = listMails(site)
  return page(
    'Mail previews',
    html`<nav><a href="/development/mailbox">Development mailbox</a></nav>
      <h1>Mail previews</h1>
      <nav aria-label="Kinds of mail">
        <ul>
          ${kinds.map(([name]) => html`<li><a href="#${name}">${name}</a></li>`)}
        </ul>
      </nav>
      ${kinds.map(
        ([name, mails]) =>
          html`<section>
            <h2 id="${name}">${name}</h2>
            ${mails.map(preview)}
          </section>`,
      )}`,
  )
}

export function listMails(site: MailSite): [string, (RenderedMail & { lang: string })[]][] {
  const people = Object.entries(mailSamples).map(([name, variants]) => {
    const mails = variants.flatMap((variant) =>
      languageCodes.flatMap((language) => variant(language) ?? []),
    )
    return [name, mails] as const
  })
  return [...people, ...Object.entries(staffMailSamples)].map(([name, mails]) => [
    name,
    mails.map((mail) => ({ ...renderMail(mail, site), lang: mail.language })),
  ])
}

function preview({ subject, text, html: source, lang }: RenderedMail & { lang: string }) {
  const framed = source.replace(`cid:${logoId}`, logo)
  return html`<h3>${subject} (${lang})</h3>
    <iframe sandbox="" loading="lazy" title="${subject} (${lang})" srcdoc="${framed}"></iframe>
    <details>
      <summary>Text</summary>
      <pre>${text}</pre>
    </details>`
}

const to = 'admin@ajo.example'
const publicUrl = 'https://ajo.example'
const url = `${publicUrl}/dashboard/admin`
const dispute = { campaign: 'Ìyá wa', amount: kobo(5_000_00), url }

/** Every mail to admins and reviewers, by the name of its function. They stay English. */
export const staffMailSamples: Readonly<Record<string, readonly Mail[]>> = {
  alarmMail: alarms.map((alarm) => alarmMail(to, alarm)),
  alarmNoticeMail: storedAlarms
    .slice(0, 1)
    .flatMap((alarm) =>
      (['firing', 'resolved'] as const).map((state) =>
        alarmNoticeMail({ adminEmail: to, publicUrl }, { alarm, state }),
      ),
    ),
  checkpointMail: [checkpointMail(to, { size: 12, note: 'ajo.example/log\n12\nroot' })],
  disputeMail: [
    disputeMail(to, { ...dispute, dueAt: null, hours: undefined }),
    disputeMail(to, { ...dispute, dueAt: new Date('2026-05-04T09:00:00Z'), hours: 24 }),
  ],
  feedbackMail: [feedbackMail(to, { feedback: 'It works.\n\nThanks!', from: 'ada@example.com' })],
  logStoppedMail: [logStoppedMail(to, 'the log is shorter than its copy')],
  mailPausedMail: [mailPausedMail(to, { words: '553 5.7.1 sender rejected', url })],
  moneyAlarmMail: [
    moneyAlarmMail(
      { adminEmail: to, publicUrl },
      {
        subject: 'Payments keep failing: 3 of the kind "payment"',
        text: '3 items failed.',
        tab: 'differences',
      },
    ),
  ],
  refundAlarmMail: [
    refundAlarmMail(to, {
      subject: 'Ajo: refunds were given up',
      texts: ['At least one refund cannot be made.'],
      publicUrl,
    }),
  ],
  reviewReminderMail: [reviewReminderMail(to, { waiting: 3, cases: 1, appeals: 0, url })],
}

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
