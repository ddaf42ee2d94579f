import { createHash } from 'node:crypto'

import { html } from 'hono/html'

import type { RenderedMail } from '#server/platform/mail/mail.ts'
import { logoAttachment } from '#server/platform/mail/logo-attachment.ts'
import { logoId } from '#server/platform/mail/mail-html.ts'
import { mailStyle } from '#server/platform/mail/mail-style.ts'
import { renderMail, type MailSite } from '#server/platform/mail/render-mail.ts'
import { languageCodes } from '#shared/language.ts'

import { page } from './mailbox-page.ts'
import { mailSamples } from './mail-samples.ts'
import { staffMailSamples } from './staff-mail-samples.ts'

const logo = `data:image/png;base64,${logoAttachment.content.toString('base64')}`

/** Allows the style of the template in the frames, which have the policy of the page around them. */
export const mailStyleHash = `'sha256-${createHash('sha256').update(mailStyle).digest('base64')}'`

/** Each kind of mail with sample values, as HTML and as text, in each language. */
export function mailPreviewPage(site: MailSite) {
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
