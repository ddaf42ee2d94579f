import { html } from 'hono/html'

import type { ReceivedMail } from './mailbox.ts'

const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

export function mailboxPage(mails: ReceivedMail[]) {
  return page(
    'Development mailbox',
    html`<h1>Development mailbox</h1>
      <p>
        Emails that this server sent. Nothing was delivered because SMTP_URL is not set.
        <a href="/development/mailbox">Reload</a> · <a href="/development/mails">Mail previews</a>
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

export function mailPage(mail: ReceivedMail, publicUrl: string) {
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

export function page(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title} · Ajo</title>
        <link rel="stylesheet" href="/development/mailbox.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`
}

export const mailboxStyle = `
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
