import { type Language, languageCodes, languages } from '#shared/language.ts'
import { texts } from '#shared/sent/texts.ts'

import { shareKitText as text } from '../../../text/share-kit.ts'
import { ShareIcon } from './share-buttons.tsx'

type Props = { url: string; title: string }

/** The prepared messages in each language, with links that open a network with them. */
export function ShareMessagesList(shared: Props) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {languageCodes.map((language) => (
        <Messages key={language} language={language} {...shared} />
      ))}
    </div>
  )
}

function Messages({ language, url, title }: Props & { language: Language }) {
  const messages = texts[language].share
  const inLanguage = text.inLanguage({ language: languages[language] })
  return (
    <div className="card space-y-4 p-5">
      <h3 className="font-bold">{inLanguage}</h3>
      <blockquote lang={language} className="border-l-4 border-line pl-3 text-sm wrap-anywhere">
        {messages.chat({ title })} {url}
      </blockquote>
      <ul className="flex flex-wrap gap-2">
        {toShareLinks(messages, { url, title }).map(({ name, icon, href }) => (
          <li key={name}>
            <ShareIcon
              href={href}
              icon={icon}
              label={`${text.sendBy({ network: name })} (${inLanguage})`}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type Shared = { url: string; title: string }

type ShareMessages = (typeof texts)['en']['share']

type ShareLink = { name: string; icon: string; href: string }

/** Short, because a long text costs a second SMS. */
const maxSmsTitle = 60
const shorten = (title: string) =>
  title.length <= maxSmsTitle ? title : `${title.slice(0, maxSmsTitle - 1).trimEnd()}…`

export function toShareLinks(messages: ShareMessages, { url, title }: Shared): ShareLink[] {
  const encode = encodeURIComponent
  const chat = `${messages.chat({ title })} ${url}`
  const sms = `${messages.sms({ title: shorten(title) })} ${url}`
  const post = messages.post({ title })
  const mail = `${messages.mail({ title })}\n\n${url}`
  return [
    { name: 'WhatsApp', icon: 'whatsapp', href: `https://wa.me/?text=${encode(chat)}` },
    // Phones read the text after either sign, and some need both.
    { name: 'SMS', icon: 'sms', href: `sms:?&body=${encode(sms)}` },
    {
      name: 'Facebook',
      icon: 'facebook',
      href: `https://www.facebook.com/sharer/sharer.php?u=${encode(url)}&quote=${encode(post)}`,
    },
    {
      name: 'X',
      icon: 'x',
      href: `https://x.com/intent/post?text=${encode(post)}&url=${encode(url)}`,
    },
    {
      name: 'Telegram',
      icon: 'telegram',
      href: `https://t.me/share/url?url=${encode(url)}&text=${encode(messages.chat({ title }))}`,
    },
    {
      name: 'email',
      icon: 'email',
      href: `mailto:?subject=${encode(messages.subject({ title }))}&body=${encode(mail)}`,
    },
  ]
}
