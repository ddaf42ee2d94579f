import type { Mail } from './mail.ts'
import { renderMail } from './render-mail.ts'

/** What a mail says about a change of an account. Quotes nothing that a person typed. */
export type AccountNotice = { subject: string; what: string }

/** The link of 'This wasn’t me', and where to write if the link does not help. */
export type NoticeLinks = { secureUrl: string; supportEmail: string }

export const accountNotices = {
  passwordChanged: {
    subject: 'Your password was changed',
    what: 'Your Ajo password was changed, and all your devices were logged out.',
  },
  addressChanged: {
    subject: 'Your email address was changed',
    what: 'Your Ajo email address was changed. We now write to the new address, and all your devices were logged out.',
  },
  newDevice: {
    subject: 'New login to your account',
    what: 'Someone logged in to your Ajo account from a new device. If it was you, you don’t need to do anything.',
  },
  twoFactorOn: {
    subject: 'Two-step verification was turned on',
    what: 'Two-step verification was turned on for your Ajo account. Logging in now needs a code from your app.',
  },
  twoFactorOff: {
    subject: 'Two-step verification was turned off',
    what: 'Two-step verification was turned off for your Ajo account. Logging in now needs only your password.',
  },
  recoveryCodeUsed: {
    subject: 'A recovery code was used',
    what: 'Someone used one of your recovery codes for two-step verification of your Ajo account. The code does not work again.',
  },
  rolesChanged: {
    subject: 'Your rights on Ajo were changed',
    what: 'We changed what your Ajo account may do, and all your devices were logged out. Log in again to see it.',
  },
} as const satisfies Record<string, AccountNotice>

/** To the address of the account. */
export function accountNoticeMail(
  to: string,
  { subject, what }: AccountNotice,
  { secureUrl, supportEmail }: NoticeLinks,
): Mail {
  return renderMail(to, 'en', {
    subject,
    paragraphs: [
      what,
      'If this wasn’t you, open this page within 7 days. It logs out all devices and sends you a link to choose a new password:',
      { label: 'This wasn’t me', url: secureUrl },
      `If you need help, write to ${supportEmail}.`,
    ],
  })
}

/** To the address that the account had before. A link for a new password would go to the new one. */
export function formerAddressMail(
  to: string,
  { subject, what }: AccountNotice,
  { secureUrl, supportEmail }: NoticeLinks,
): Mail {
  return renderMail(to, 'en', {
    subject,
    paragraphs: [
      what,
      'If this wasn’t you, open this page within 7 days. It logs out all devices:',
      { label: 'This wasn’t me', url: secureUrl },
      `Then write to ${supportEmail} from this address. We can give your account back its old address.`,
    ],
  })
}
