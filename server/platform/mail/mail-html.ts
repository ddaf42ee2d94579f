import { brand } from '#shared/brand.ts'
import { escapeMarkup } from '#shared/escape-markup.ts'
import { buttonStyle, cardStyle, mailStyle } from './mail-style.ts'
import type { Mail, MailLink, MailParagraph } from './mail.ts'

/** What stands around the words of a mail. */
export type MailFrame = {
  lines: string[]
  /** The title of a campaign stands in the mail, so its picture has no alternative text. */
  picture?: { url: string; alt: string }
}

/** The logo is attached to each mail under this name (`logo-attachment.ts`). */
export const logoId = 'logo@ajo'

/** One column that reads well without styles, pictures or scripts. */
export function toMailHtml(mail: Mail, { lines, picture }: MailFrame): string {
  const { language, kind, subject, paragraphs, isList } = mail
  const button = isList ? undefined : paragraphs.find((each) => typeof each !== 'string')
  const leave =
    kind === 'transactional' ? '' : toLink({ label: kind.label, url: kind.unsubscribeUrl })
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeMarkup(subject)}</title><style>${mailStyle}</style></head>
<body><div class="page">
<header><img src="cid:${logoId}" width="32" height="32" alt=""><strong>${escapeMarkup(brand)}</strong></header>
<main style="${cardStyle}">${toPicture(picture)}<h1>${toText(subject)}</h1>
${paragraphs.map((each) => toParagraph(each, each === button)).join('\n')}
</main>
<footer>${lines.map((line) => `<p>${toText(line)}</p>`).join('')}${leave}</footer>
</div></body></html>`
}

/** Without a height, a picture that is not shown leaves no gap. */
const toPicture = (picture: MailFrame['picture']) =>
  picture
    ? `<img class="picture" src="${escapeMarkup(picture.url)}" width="560" alt="${escapeMarkup(picture.alt)}">`
    : ''

function toParagraph(paragraph: MailParagraph, isButton: boolean): string {
  if (typeof paragraph === 'string') return `<p>${toText(paragraph)}</p>`
  return toLink(paragraph, isButton ? 'button' : undefined) + toShownAddress(paragraph.url)
}

const toText = (text: string) => escapeMarkup(text).replaceAll('\n', '<br>')

function toLink({ label, url }: MailLink, name?: string): string {
  return `<p class="link"><a${name ? ` class="${name}" style="${buttonStyle}"` : ''} href="${escapeMarkup(url)}">${escapeMarkup(label)}</a></p>`
}

const longestShown = 120

/** Readers see the target of a link and can copy it, unless it is a long token, which tells them nothing. */
function toShownAddress(url: string): string {
  return url.length > longestShown ? '' : `<p class="address">${escapeMarkup(url)}</p>`
}
