import { languageCodes, type Language } from '#shared/language.ts'
import { shareMessages } from '#shared/share-messages.ts'

import { shareKitText } from '../../text/share-kit.ts'
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
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`${text.sendBy(name)} (${text.inLanguage[language]})`}
              className="grid size-11 place-items-center rounded-full border border-line bg-white transition-transform duration-150 hover:-translate-y-0.5"
            >
              <img src={`/networks/${icon}.svg`} alt="" width={24} height={24} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
