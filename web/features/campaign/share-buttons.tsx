import { Link2 } from 'lucide-react'

import { done } from '#shared/toasts.ts'

import { campaignText } from '../../text/campaign.ts'
import { Button } from '../../ui/button.tsx'
import { DeviceShare } from './device-share.tsx'
import { copyText } from '../../ui/toasts/copy-text.ts'

/**
 * Links to six networks, and a button that copies the URL, which stands there on paper. Plain links, so that no script of a network runs on
 * the page.
 */
export function ShareButtons({ url, title }: { url: string; title: string }) {
  const { share } = campaignText
  const copy = () => copyText(url, { copied: done.linkCopied, failed: share.copyFailed })

  return (
    <div className="space-y-3">
      <p className="hidden wrap-anywhere print:block">{url}</p>
      <ul className="flex flex-wrap gap-2 print:hidden">
        {networks.map(({ name, icon, link }) => (
          <li key={name}>
            <a
              href={link(encodeURIComponent(url), encodeURIComponent(share.message(title)))}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={share.on(name)}
              className={iconClass}
            >
              <Icon file={icon} />
            </a>
          </li>
        ))}
        <li>
          <a
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${share.message(title)}\n\n${url}`)}`}
            aria-label={share.byEmail}
            className={iconClass}
          >
            <Icon file="email" />
          </a>
        </li>
      </ul>
      <DeviceShare url={url} title={title} text={share.message(title)} />
      <Button variant="quiet" onClick={() => void copy()} className="w-full noscript:hidden">
        <Link2 size={18} aria-hidden="true" />
        {share.copy}
      </Button>
    </div>
  )
}

const iconClass =
  'grid size-11 place-items-center rounded-full border border-line bg-white transition-transform duration-150 hover:-translate-y-0.5'

function Icon({ file }: { file: string }) {
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

type Network = { name: string; icon: string; link: (url: string, message: string) => string }

const networks: Network[] = [
  {
    name: 'Facebook',
    icon: 'facebook',
    link: (url) => `https://www.facebook.com/sharer/sharer.php?u=${url}`,
  },
  {
    name: 'WhatsApp',
    icon: 'whatsapp',
    link: (url, message) => `https://wa.me/?text=${message}%20${url}`,
  },
  {
    name: 'LinkedIn',
    icon: 'linkedin',
    link: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${url}`,
  },
  {
    name: 'Telegram',
    icon: 'telegram',
    link: (url, message) => `https://t.me/share/url?url=${url}&text=${message}`,
  },
  {
    name: 'Reddit',
    icon: 'reddit',
    link: (url, message) => `https://www.reddit.com/submit?url=${url}&title=${message}`,
  },
]
