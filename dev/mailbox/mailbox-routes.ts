import { brand } from '#shared/brand.ts'
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
import { alarmNoticeMail } from '#server/platform/health/alarms.ts'
import { storedAlarms } from '#server/platform/health/alarm-rules.ts'
import { feedbackMail } from '#server/routes/feedback.ts'
import { workMail } from '#server/staff/work.ts'
import { mailPausedMail } from '#server/platform/mail/mail-pause.ts'
import { moneyAlarmMail } from '#server/money/payouts/exposure.ts'
import { disputeMail } from '#server/money/disputes/disputes.ts'
import { alarmMail, alarms } from '#server/platform/rate-limits/abuse-detection.ts'
import { refundAlarmMail } from '#server/money/refunds/refund-notices.ts'
import { checkpointMail, logStoppedMail } from '#server/transparency/log-mails.ts'

import type { Mailbox, ReceivedMail } from './mailbox.ts'
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
      languageCodes.flatMap((language) => variant({ to: 'ada@example.com', language }) ?? []),
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
      subject: `${brand}: refunds were given up`,
      texts: ['At least one refund cannot be made.'],
      publicUrl,
    }),
  ],
  workMail: [
    workMail(
      to,
      [{ kind: 'quarantine', count: 3, oldestAt: '2026-05-01T10:00:00.000Z', dueAt: null }],
      url,
    ),
  ],
}

type MailboxRouteDeps = { mailbox: Mailbox; config: MailSite; hasSandbox?: boolean }

/** Mounted only on loopback without SMTP_URL. */
export function mailboxRoutes({ mailbox, config, hasSandbox = false }: MailboxRouteDeps) {
  const asReader = gate(may.readMailbox, noSubject)
  return new Hono<Env>()
    .get('/development/mailbox', asReader, plainDocument, async (c) =>
      c.html(await mailboxPage(await mailbox.list(), hasSandbox)),
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

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

function mailboxPage(mails: ReceivedMail[], hasSandbox: boolean) {
  return page(
    'Development mailbox',
    html`<h1>Development mailbox</h1>
      <p>
        Emails that this server sent. Nothing was delivered because SMTP_URL is not set.
        <a href="/development/mailbox">Reload</a> · <a href="/development/mails">Mail previews</a>
        ${hasSandbox && html`· <a href="/sandbox/console">Sandbox console</a>`}
      </p>
      ${
        mails.length === 0
          ? html`<p class="empty">No emails yet.</p>`
          : html`<ul>
              ${mails.map(listItem)}
            </ul>`
      }`,
  )
}

function mailPage(mail: ReceivedMail, publicUrl: string) {
  return page(
    mail.subject,
    html`<nav><a href="/development/mailbox">All emails</a></nav>
      <h1>${mail.subject}</h1>
      <dl>
        <dt>To</dt>
        <dd>${mail.to}</dd>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>Received</dt>
        <dd>${time(mail.receivedAt)}</dd>
      </dl>
      <section aria-label="Text" class="text">${textWithLinks(mail.text, publicUrl)}</section>
      <details>
        <summary>HTML source</summary>
        <pre>${mail.html}</pre>
      </details>`,
  )
}

function listItem(mail: ReceivedMail) {
  return html`<li>
    <a href="/development/mailbox/${mail.id}">${mail.subject}</a>
    <span>to ${mail.to}</span>
    ${time(mail.receivedAt)}
  </li>`
}

function time(at: Date) {
  return html`<time datetime="${at.toISOString()}">${moment.format(at)}</time>`
}

/** Only links to this server become clickable; others stay text. */
function textWithLinks(text: string, publicUrl: string) {
  const { origin } = new URL(publicUrl)
  const isOwnLink = (word: string) => URL.canParse(word) && new URL(word).origin === origin
  return text
    .split(/(https?:\/\/\S+)/)
    .map((part) => (isOwnLink(part) ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${brand}</title>
        <link rel="stylesheet" href="/development/mailbox.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
}

const mailboxStyle = `
:root { color-scheme: light dark; --ink: #10221c; --page: #fcfaf5; --card: #fff; --line: #d9ddd3; --quiet: #4a5b54; --link: #00663f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eef3ef; --page: #0c1613; --card: #14211c; --line: #30413a; --quiet: #a9b8b0; --link: #7fd8a8; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0.5rem 0 1rem; overflow-wrap: anywhere; }
a { color: var(--link); overflow-wrap: anywhere; }
a:focus-visible, summary:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 16px; background: var(--card); overflow: hidden; }
li { display: grid; gap: 0.125rem; padding: 0.75rem 1rem; }
li + li { border-top: 1px solid var(--line); }
li a { font-weight: 600; padding: 0.25rem 0; }
li span, time, dt, .empty { color: var(--quiet); font-size: 0.875rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; margin: 0 0 1rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.text, details { padding: 1rem; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin-bottom: 1rem; }
summary { cursor: pointer; }
iframe { width: 100%; height: 36rem; border: 1px solid var(--line); border-radius: 16px; }
section { margin: 0 0 2rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 1rem 0 0; font-size: 0.875rem; }
`
