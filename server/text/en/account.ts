import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

/** Mails about accounts. They quote nothing that a person typed, because anyone can have some of them sent to any address. */
export const accountText = {
  logIn: 'Log in',
  resetPassword: 'Reset password',

  verification: {
    subject: 'Confirm your email address',
    lead: 'Welcome to Ajo. Please confirm your email address:',
    confirm: 'Confirm email address',
    expiry: `This link expires in ${formatDuration(terms.verificationCode)}. If you didn’t create an account, you can ignore this email.`,
  },
  reset: {
    subject: 'Reset your password',
    lead: 'We received a request to reset your Ajo password. Choose a new password here:',
    expiry: `This link expires in ${formatDuration(terms.passwordCode)}. If you didn’t ask for it, you can ignore this email. Your password stays the same.`,
  },
  emailChange: {
    subject: 'Confirm your new email address',
    lead: 'We received a request to use this email address for an Ajo account. Please confirm it:',
    confirm: 'Confirm new email address',
    expiry: `This link expires in ${formatDuration(terms.verificationCode)}. If you didn’t ask for it, you can ignore this email. Nothing will change.`,
  },
  signUpAttempt: {
    subject: 'You already have an account',
    lead: 'Someone tried to create an Ajo account with this email address. If it was you, you already have an account:',
    forgotten: 'If you forgot your password, you can choose a new one:',
    ignore: 'If it wasn’t you, you can ignore this email. Nothing was changed.',
  },
  deleted: {
    subject: 'Your account was deleted',
    lead: 'As you asked, we deleted your Ajo account, your campaigns, drafts, feedback and your name.',
    remains:
      'We keep the amounts of donations in our accounts, without your name or email address.',
  },

  guestData: {
    subject: 'Your donations on Ajo',
    lead: 'We received a request to see the donations that were made with this email address without an account, or to download or erase their data:',
    open: 'Open my donations',
    expiry: `This link expires in ${formatDuration(terms.guestLink)}. If you didn’t ask for it, you can ignore this email. Nothing will change.`,
  },

  notices: {
    passwordChanged: {
      subject: 'Your password was changed',
      lead: 'Your Ajo password was changed, and all your devices were logged out.',
    },
    addressChanged: {
      subject: 'Your email address was changed',
      lead: 'Your Ajo email address was changed. We now write to the new address, and all your devices were logged out.',
    },
    newDevice: {
      subject: 'New login to your account',
      lead: 'Someone logged in to your Ajo account from a new device. If it was you, you don’t need to do anything.',
    },
    twoFactorOn: {
      subject: 'Two-step verification was turned on',
      lead: 'Two-step verification was turned on for your Ajo account. Logging in now needs a code from your app.',
    },
    twoFactorOff: {
      subject: 'Two-step verification was turned off',
      lead: 'Two-step verification was turned off for your Ajo account. Logging in now needs only your password.',
    },
    recoveryCodeUsed: {
      subject: 'A recovery code was used',
      lead: 'Someone used one of your recovery codes for two-step verification of your Ajo account. The code does not work again.',
    },
    rolesChanged: {
      subject: 'Your rights on Ajo were changed',
      lead: 'We changed what your Ajo account may do, and all your devices were logged out. Log in again to see it.',
    },
  },
  notice: {
    secure: `If this wasn’t you, open this page within ${formatDuration(terms.secureAccountLink)}. It logs out all devices and sends you a link to choose a new password:`,
    secureFormer: `If this wasn’t you, open this page within ${formatDuration(terms.secureAccountLink)}. It logs out all devices:`,
    wasNotMe: 'This wasn’t me',
    help: (email: string) => `If you need help, write to ${email}.`,
    helpFormer: (email: string) =>
      `Then write to ${email} from this address. We can give your account back its old address.`,
  },

  donationCode: {
    subject: (code: string) => `Your donation code is ${code}`,
    lead: (code: string) => `To continue with your donation on Ajo, enter this code: ${code}`,
    expiry:
      'The code works until the end of tomorrow. You have not been charged. If you didn’t start a donation, you can ignore this email.',
  },
}
