import type { ShareMessages } from '#shared/share-messages.ts'

type Shared = { url: string; title: string }

type ShareLink = { name: string; icon: string; href: string }

/** Links that open each network with a prepared message. */
export function toShareLinks(messages: ShareMessages, { url, title }: Shared): ShareLink[] {
  const encode = encodeURIComponent
  const chat = `${messages.chat({ title })} ${url}`
  const sms = `${messages.sms({ title })} ${url}`
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
