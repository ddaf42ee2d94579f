import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

/** The page of the link 'This wasn’t me' in mails about an account. */
export const secureAccountText = {
  title: 'This wasn’t me',
  question:
    'Did someone else change your account or log in to it? We’ll log out all devices and email you a link to choose a new password. Nothing else changes.',
  confirm: 'Log out all devices',
  done: (support: string) =>
    `All devices are logged out. You’ll get an email with a link to choose a new password. If your email address was changed, write to ${support} now.`,
  expired: (support: string) =>
    `This link was used before or is older than ${formatDuration(terms.secureAccountLink)}. Choose a new password with “Forgot Password” on the login page, or write to ${support}.`,
  /** For the address that the account had before, to which no link to choose a password is sent. */
  former: {
    question:
      'Did someone else change the email address of your account? We’ll log out all devices. Nothing else changes.',
    done: (support: string) =>
      `All devices are logged out. Now write to ${support} from the address that your account had. We can give your account back its old address.`,
    expired: (support: string) =>
      `This link was used before or is older than ${formatDuration(terms.secureAccountLink)}. Write to ${support} from the address that your account had.`,
  },
  home: 'Go to Ajo',
}
