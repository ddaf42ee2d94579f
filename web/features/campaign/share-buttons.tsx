import { Link2 } from 'lucide-react'

import { done } from '#shared/messages.ts'

import { campaignText } from '../../text/campaign.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'

/** Six ways to pass a campaign on, and its link. The networks' own scripts stay outside: these are plain links. */
export function ShareButtons({ url, title }: { url: string; title: string }) {
  const { share } = campaignText
  const copy = () => copyText(url, { copied: done.linkCopied, failed: share.copyFailed })

  return (
    <div className="space-y-3">
      <ul className="grid max-w-88 grid-cols-6 gap-1.5 sm:gap-2">
        {networks.map(({ name, mark, link }) => (
          <li key={name}>
            <a
              href={link(encodeURIComponent(url), encodeURIComponent(share.message(title)))}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={share.on(name)}
              className={markClass}
            >
              <Mark file={mark} />
            </a>
          </li>
        ))}
        <li>
          <a
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${share.message(title)}\n\n${url}`)}`}
            aria-label={share.byEmail}
            className={markClass}
          >
            <Mark file="email" />
          </a>
        </li>
      </ul>
      <Button variant="quiet" onClick={() => void copy()} className="w-full noscript:hidden">
        <Link2 size={18} aria-hidden="true" />
        {share.copy}
      </Button>
    </div>
  )
}

const markClass =
  'grid aspect-square place-items-center rounded-full border border-line bg-white transition-transform duration-150 hover:-translate-y-0.5'

function Mark({ file }: { file: string }) {
  return (
    <img
      src={`/networks/${file}.svg`}
      alt=""
      width={24}
      height={24}
      loading="lazy"
      decoding="async"
    />
  )
}

type Network = { name: string; mark: string; link: (url: string, message: string) => string }

const networks: Network[] = [
  {
    name: 'Facebook',
    mark: 'facebook',
    link: (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  },
  {
    name: 'WhatsApp',
    mark: 'whatsapp',
    link: (url, message) => `https://wa.me/?text=${message}%20${url}`,
  },
  {
    name: 'LinkedIn',
    mark: 'linkedin',
    link: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
  },
  {
    name: 'Telegram',
    mark: 'telegram',
    link: (url, message) => `https://t.me/share/url?url=${url}&text=${message}`,
  },
  {
    name: 'Reddit',
    mark: 'reddit',
    link: (url, message) => `https://www.reddit.com/submit?url=${url}&title=${message}`,
  },
]
