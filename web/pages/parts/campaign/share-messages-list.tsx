import { languageCodes, type Language } from '#shared/language.ts'
import { shareMessages } from '#shared/share-messages.ts'

import { shareKitText } from '../../../text/share-kit.ts'
import { ShareIcon } from './share-icon.tsx'
import { toShareLinks } from './share-links.ts'

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
  const text = shareKitText
  const messages = shareMessages[language]
  return (
    <div className="card space-y-4 p-5">
      <h3 className="font-bold">{text.inLanguage[language]}</h3>
      <blockquote lang={language} className="border-l-4 border-line pl-3 text-sm wrap-anywhere">
        {messages.chat({ title })} {url}
      </blockquote>
      <ul className="flex flex-wrap gap-2">
        {toShareLinks(messages, { url, title }).map(({ name, icon, href }) => (
          <li key={name}>
            <ShareIcon
              href={href}
              icon={icon}
              label={`${text.sendBy(name)} (${text.inLanguage[language]})`}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
