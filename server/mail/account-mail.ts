import type { Mail } from './mail.ts'
import { actionUrl, mail } from './templates.ts'

// Nothing that a person typed stands in these mails: anybody can have some of them sent to anybody.

/** To the new address. */
export function emailChangeMail(to: string, link: { publicUrl: string; code: string }): Mail {
  return mail(to, {
    subject: 'Confirm your new email address',
    parts: [
      'Somebody, we hope it was you, wants to use this address for their Ajo account. Please confirm that it is yours:',
      {
        label: 'Confirm new email address',
        url: actionUrl(link.publicUrl, 'verifyAndChangeEmail', link.code),
      },
      'The link works once, for 24 hours, and only the newest one works. If it was not you, please ignore this email: nothing changes.',
    ],
  })
}

/** To the old address. */
export function addressChangedMail(to: string, { publicUrl }: { publicUrl: string }): Mail {
  return mail(to, {
    subject: 'Your email address was changed',
    parts: [
      'The email address of your Ajo account was changed just now. From now on we write to the new one, and every device was signed out.',
      'If it was not you, please tell us at once. You find how to reach us here:',
      { label: 'Ajo', url: new URL('/', publicUrl).href },
    ],
  })
}

/** To whoever has the address already, when somebody signs up with it. */
export function signUpAttemptMail(to: string, { publicUrl }: { publicUrl: string }): Mail {
  return mail(to, {
    subject: 'You already have an account',
    parts: [
      'Somebody, perhaps you, tried to create an Ajo account with this address. You have one already:',
      { label: 'Log in', url: new URL('/login', publicUrl).href },
      'If you have forgotten your password, you can choose a new one:',
      { label: 'Reset password', url: new URL('/forgot-password', publicUrl).href },
      'If it was not you, please ignore this email: nothing was changed.',
    ],
  })
}

export function accountDeletedMail(to: string): Mail {
  return mail(to, {
    subject: 'Your account was deleted',
    parts: [
      'Your Ajo account was deleted just now, as you asked, and with it your campaigns, drafts, feedback and your name.',
      'What was given and received stays in our books as sums, without your name or address.',
    ],
  })
}

export function newDeviceMail(to: string, { publicUrl }: { publicUrl: string }): Mail {
  return mail(to, {
    subject: 'New login to your account',
    parts: [
      'Somebody logged in to your Ajo account just now, from a device that we have not seen before.',
      'If it was you, there is nothing to do. If not, please choose a new password at once; that signs out every device:',
      { label: 'Reset password', url: new URL('/forgot-password', publicUrl).href },
    ],
  })
}
