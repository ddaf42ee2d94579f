import { jpegPath } from '#shared/image.ts'
import type { Controller } from '#shared/policy.ts'

import { texts } from '../../text/texts.ts'
import type { Mail, RenderedMail } from './mail.ts'
import { toMailHtml, type MailFrame } from './mail-html.ts'

/** What the settings tell about the controller. A line that is not set is left out. */
export type MailSite = {
  publicUrl: string
  supportEmail: string
  controller: Pick<Controller, 'name' | 'address' | 'registration'>
}

/** The one template of all mails: the same content as HTML and as text. */
export function renderMail(mail: Mail, site: MailSite): RenderedMail {
  const { to, kind, subject } = mail
  const frame = toFrame(mail, site)
  return { to, kind, subject, text: toText(mail, frame), html: toMailHtml(mail, frame) }
}

function toFrame({ language, reason, picturedCampaign, picture }: Mail, site: MailSite): MailFrame {
  const { publicUrl, supportEmail, controller } = site
  const { reasons, support, registration } = texts[language].mail
  const { name, address, registration: number } = controller
  const [first] = address
  // The address in the settings may begin with the name.
  const postal = name === null || first === name ? address : [name, ...address]
  return {
    lines: [
      typeof reason === 'string' ? reasons[reason] : reason.words,
      support({ address: supportEmail }),
      postal.join(', '),
      number === null ? '' : registration({ number }),
    ].filter((line) => line !== ''),
    ...(picturedCampaign && {
      picture: {
        url: new URL(`/share/${encodeURIComponent(picturedCampaign.id)}`, publicUrl).href,
        alt: '',
      },
    }),
    ...(picture && {
      picture: { url: new URL(jpegPath(picture.id, 640), publicUrl).href, alt: picture.alt },
    }),
  }
}

/** A link is its label and, in a line of its own, its address. */
function toText({ kind, paragraphs }: Mail, { lines }: MailFrame): string {
  const leave = kind === 'transactional' ? [] : [{ label: kind.label, url: kind.unsubscribeUrl }]
  const blocks = [...paragraphs, '--', lines.join('\n'), ...leave]
  const written = blocks.map((each) =>
    typeof each === 'string' ? each : `${each.label}:\n${each.url}`,
  )
  return `${written.join('\n\n')}\n`
}
