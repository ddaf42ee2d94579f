import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Translation } from '#shared/translation.ts'

import type { accountText as english } from '../en/account.ts'

export const accountText: Translation<typeof english> = {
  logIn: 'Log in',
  resetPassword: 'Change password',

  verification: {
    subject: 'Confirm your email address',
    lead: 'Welcome to Ajo. Abeg confirm your email address:',
    confirm: 'Confirm email address',
    expiry: `This link go expire after ${formatDuration(terms.verificationCode)}. If no be you open account, no mind this email.`,
  },
  reset: {
    subject: 'Change your password',
    lead: 'We get request to change your Ajo password. Choose new password here:',
    expiry: `This link go expire after ${formatDuration(terms.passwordCode)}. If no be you ask for am, no mind this email. Your password go remain the same.`,
  },
  emailChange: {
    subject: 'Abeg confirm your new email address',
    lead: 'We get request to use this email address for one Ajo account. Abeg confirm am:',
    confirm: 'Confirm new email address',
    expiry: `This link go expire after ${formatDuration(terms.verificationCode)}. If no be you ask for am, no mind this email. Nothing go change.`,
  },
  signUpAttempt: {
    subject: 'You don get account already',
    lead: 'One person try open Ajo account with this email address. If na you, you don get account already:',
    forgotten: 'If you forget your password, you fit choose new one:',
    ignore: 'If no be you, no mind this email. Nothing change.',
  },
  deleted: {
    subject: 'We don delete your account',
    lead: 'As you ask, we don delete your Ajo account, your campaigns, drafts, feedback and your name.',
    remains: 'Donation amounts go remain for our records, without your name or email address.',
  },

  guestData: {
    subject: 'Your donations for Ajo',
    lead: 'Person ask us make e see the donations wey this email address make without account, or download or erase their data:',
    open: 'Open my donations',
    expiry: `This link go expire after ${formatDuration(terms.guestLink)}. If no be you ask for am, no mind this email. Nothing go change.`,
  },

  notices: {
    passwordChanged: {
      subject: 'Your password don change',
      lead: 'Dem don change your Ajo password, and we don log out all your devices.',
    },
    addressChanged: {
      subject: 'Your email address don change',
      lead: 'Dem don change your Ajo email address. We go write to the new address from now, and we don log out all your devices.',
    },
    newDevice: {
      subject: 'New login for your account',
      lead: 'Dem use new device log in to your Ajo account. If na you, you no need do anything.',
    },
    twoFactorOn: {
      subject: 'Two-step verification don dey on',
      lead: 'Two-step verification don dey on for your Ajo account. To log in, you go need code from your app.',
    },
    twoFactorOff: {
      subject: 'Two-step verification don off',
      lead: 'Two-step verification don off for your Ajo account. To log in, you go need only your password.',
    },
    recoveryCodeUsed: {
      subject: 'Dem don use one recovery code',
      lead: 'Dem use one of your recovery codes for the two-step verification of your Ajo account. That code no go work again.',
    },
    rolesChanged: {
      subject: 'Wetin you fit do for Ajo don change',
      lead: 'We don change wetin your Ajo account fit do, and we don log out all your devices. Log in again make you see am.',
    },
  },
  notice: {
    secure: `If no be you, open this page before ${formatDuration(terms.secureAccountLink)} pass. E go log out all devices and send you link to choose new password:`,
    secureFormer: `If no be you, open this page before ${formatDuration(terms.secureAccountLink)} pass. E go log out all devices:`,
    wasNotMe: 'No be me',
    help: (email) => `If you wan make we help you, write to ${email}.`,
    helpFormer: (email) =>
      `After that, use this address write to ${email}. We fit give your account the old address back.`,
  },

  donationCode: {
    subject: (code) => `Your donation code na ${code}`,
    lead: (code) => `To continue your donation for Ajo, put this code: ${code}`,
    expiry:
      'The code go work till tomorrow end. We never collect any money. If no be you start donation, no mind this email.',
  },
}
