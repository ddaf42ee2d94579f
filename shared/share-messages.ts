import type { Language } from './language.ts'

type Shared = { title: string }

/** What people send to others about a campaign. `{url}` follows each of them, except for the networks that add it themselves. */
export type ShareMessages = {
  /** For WhatsApp and Telegram. */
  chat: (shared: Shared) => string
  /** Short, because a long text costs a second SMS. */
  sms: (shared: Shared) => string
  /** For Facebook and X. */
  post: (shared: Shared) => string
  subject: (shared: Shared) => string
  mail: (shared: Shared) => string
}

const maxSmsTitle = 60
const shorten = (title: string) =>
  title.length <= maxSmsTitle ? title : `${title.slice(0, maxSmsTitle - 1).trimEnd()}…`

/** In both languages on one page, because people write to others in another language than they read. */
export const shareMessages: Record<Language, ShareMessages> = {
  en: {
    chat: ({ title }) =>
      `Hello! I’m supporting “${title}” on Ajo. You can see who raises the money and every naira that comes in. Please donate if you can, and share it with others:`,
    sms: ({ title }) => `Please support “${shorten(title)}” on Ajo:`,
    post: ({ title }) => `I’m supporting “${title}” on Ajo. Please donate or share.`,
    subject: ({ title }) => `Please support ${title}`,
    mail: ({ title }) =>
      `Hello,\n\nI’m supporting “${title}” on Ajo. The page shows who raises the money, what it is for, and every donation that comes in. Please have a look, donate if you can, and send it to others:`,
  },
  pcm: {
    chat: ({ title }) =>
      `How far! I dey support “${title}” for Ajo. You fit see who dey raise the money and every naira wey enter. Abeg donate if you fit, and share am with other people:`,
    sms: ({ title }) => `Abeg support “${shorten(title)}” for Ajo:`,
    post: ({ title }) => `I dey support “${title}” for Ajo. Abeg donate or share.`,
    subject: ({ title }) => `Abeg support ${title}`,
    mail: ({ title }) =>
      `How far,\n\nI dey support “${title}” for Ajo. The page show who dey raise the money, wetin e dey for, and every donation wey enter. Abeg look am, donate if you fit, and send am give other people:`,
  },
}
