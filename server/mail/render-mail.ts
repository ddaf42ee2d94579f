import type { Language } from '#shared/language.ts'

import { escapeMarkup } from '#shared/escape-markup.ts'
import type { Mail, MailKind } from './mail.ts'

type Link = { label: string; url: string }
/** A link becomes a paragraph of its own. */
type Content = { kind: MailKind; subject: string; paragraphs: (string | Link)[] }

/** The language of mails to admins and reviewers, who work with admin pages and logs in English. */
export const staffLanguage: Language = 'en'

export function renderMail(
  to: string,
  language: Language,
  { kind, subject, paragraphs }: Content,
): Mail {
  return {
    to,
    kind,
    subject,
    text: `${paragraphs.map((each) => (typeof each === 'string' ? each : each.url)).join('\n\n')}\n`,
    html: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeMarkup(subject)}</title></head><body>${paragraphs.map(toHtml).join('')}</body></html>`,
  }
}

function toHtml(paragraph: string | Link): string {
  if (typeof paragraph === 'string')
    return `<p>${escapeMarkup(paragraph).replaceAll('\n', '<br>')}</p>`
  const url = escapeMarkup(paragraph.url)
  // The address is also visible text, so that HTML and plain text say the same and readers see the target.
  return `<p><a href="${url}">${escapeMarkup(paragraph.label)}</a></p><p>${url}</p>`
}
