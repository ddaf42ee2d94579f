import { Link2 } from 'lucide-react'

import { done } from '#shared/toasts.ts'

import { campaignText } from '../../../text/campaign.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/toasts/copy-text.ts'
import { DeviceShare } from './device-share.tsx'
import { ShareIcon } from './share-icon.tsx'

/** Links to six networks, and a button that copies the URL, which stands there on paper. */
export function ShareButtons({ url, title }: { url: string; title: string }) {
  const { share } = campaignText
  const copy = () => copyText(url, { copied: done.linkCopied, failed: share.copyFailed })

  return (
    <div className="space-y-3">
      <p className="hidden wrap-anywhere print:block">{url}</p>
      <ul className="flex flex-wrap gap-2 print:hidden">
        {networks.map(({ name, icon, link }) => (
          <li key={name}>
            <ShareIcon
              href={link(encodeURIComponent(url), encodeURIComponent(share.message(title)))}
              icon={icon}
              label={share.on(name)}
            />
          </li>
        ))}
        <li>
          <ShareIcon
            href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${share.message(title)}\n\n${url}`)}`}
            icon="email"
            label={share.byEmail}
          />
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
