import { Link2, MessageCircle, Share2 } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { toasts } from '#shared/text/toasts.ts'

import { campaignText } from '../../../text/campaign.ts'
import { shareText } from '../../../text/share.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/toast.tsx'

type ShareProps = {
  url: string
  title: string
  /** True where sharing is the main action of the page. */
  isMain?: boolean
}

/** WhatsApp first, which most people here use, and a button that copies the URL, which stands there on paper. Phones fold the others. */
export function ShareButtons({ url, title, isMain = false }: ShareProps) {
  const { share } = campaignText
  const message = encodeURIComponent(share.message({ title }))
  const copy = () => copyText(url, { copied: toasts.done.linkCopied, failed: share.copyFailed })

  return (
    <div className="space-y-3">
      <p className="hidden wrap-anywhere print:block">{url}</p>
      <a
        href={`https://wa.me/?text=${message}%20${encodeURIComponent(url)}`}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={share.on({ network: share.whatsApp })}
        className={`${buttonClass(isMain ? 'primary' : 'quiet')} w-full print:hidden`}
      >
        <MessageCircle size={18} aria-hidden="true" />
        {share.whatsApp}
      </a>
      <Button variant="quiet" onClick={() => void copy()} className="w-full noscript:hidden">
        <Link2 size={18} aria-hidden="true" />
        {share.copy}
      </Button>
      <details className="filters print:hidden">
        <summary className="link w-fit text-sm">{share.more}</summary>
        <div className="space-y-3">
          <ul className="flex flex-wrap gap-2 pt-1">
            {networks.map(({ name, icon, link }) => (
              <li key={name}>
                <ShareIcon
                  href={link(encodeURIComponent(url), message)}
                  icon={icon}
                  label={share.on({ network: name })}
                />
              </li>
            ))}
            <li>
              <ShareIcon
                href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${share.message({ title })}\n\n${url}`)}`}
                icon="email"
                label={share.byEmail}
              />
            </li>
          </ul>
          <DeviceShare url={url} title={title} text={share.message({ title })} />
        </div>
      </details>
    </div>
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

const neverChanges = () => () => {}

/** Opens the device's own list of apps. Shown only where the browser has it. */
function DeviceShare({ url, title, text }: { url: string; title: string; text: string }) {
  // The server's page has no navigator, and hydration must find the same page.
  const canShare = useSyncExternalStore(
    neverChanges,
    () => 'share' in navigator,
    () => false,
  )
  if (!canShare) return null
  // Closing the list rejects, which changes nothing.
  const share = () => void navigator.share({ url, title, text }).catch(() => {})
  return (
    <Button variant="quiet" onClick={share} className="w-full">
      <Share2 size={18} aria-hidden="true" />
      {shareText.device}
    </Button>
  )
}

type Props = {
  href: string
  /** Name of the file in web/public/networks. */
  icon: string
  label: string
}

/** A plain link to a network, so that no script of it runs on the page. */
export function ShareIcon({ href, icon, label }: Props) {
  return (
    <a
      href={href}
      {...(!href.startsWith('mailto:') && { target: '_blank', rel: 'noopener noreferrer' })}
      aria-label={label}
      className="grid size-11 place-items-center rounded-full border border-line bg-card transition-transform duration-150 hover:-translate-y-0.5"
    >
      <img
        src={`/networks/${icon}.svg`}
        alt=""
        width={24}
        height={24}
        loading="lazy"
        decoding="async"
      />
    </a>
  )
}
