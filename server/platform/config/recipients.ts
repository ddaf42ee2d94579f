import type { Recipient } from '#shared/policy.ts'

import type { Settings } from './settings.ts'

type RecipientSettings = Pick<
  Settings,
  | 'PAYSTACK_SECRET_KEY'
  | 'IDENTITY'
  | 'CONTENT'
  | 'IMAGES'
  | 'HOSTING_PROVIDER'
  | 'MAIL_PROVIDER'
  | 'IMAGES_PROVIDER'
  | 'SMTP_URL'
>

const unnamed = { name: null, country: null }
const abroad = 'the United States'

/** The companies that receive personal data with these settings. The privacy policy and the record of processing list them. */
export function toRecipients(settings: RecipientSettings): Recipient[] {
  const {
    HOSTING_PROVIDER = unnamed,
    MAIL_PROVIDER = unnamed,
    IMAGES_PROVIDER = unnamed,
  } = settings
  const isHosted = settings.CONTENT === 'sanity'
  const rows: [isUsed: boolean, recipient: Recipient][] = [
    [
      settings.PAYSTACK_SECRET_KEY !== undefined,
      { role: 'payments', name: 'Paystack Payments Limited', country: 'Nigeria' },
    ],
    [
      settings.IDENTITY === 'firebase',
      { role: 'accounts', name: 'Google (Identity Toolkit)', country: abroad },
    ],
    [isHosted, { role: 'content', name: 'Sanity', country: `Norway and ${abroad}` }],
    [!isHosted && settings.IMAGES === 's3', { role: 'images', ...IMAGES_PROVIDER }],
    [settings.SMTP_URL !== undefined, { role: 'mail', ...MAIL_PROVIDER }],
    [true, { role: 'hosting', ...HOSTING_PROVIDER }],
  ]
  return rows.flatMap(([isUsed, recipient]) => (isUsed ? [recipient] : []))
}
