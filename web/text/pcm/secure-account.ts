import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Translation } from '#shared/translation.ts'

import type { secureAccountText as english } from '../secure-account.ts'

export const secureAccountText: Translation<typeof english> = {
  title: 'No be me',
  question:
    'Another person change your account or enter am? We go log out all your devices, and send you email with link to choose new password. Nothing else go change.',
  confirm: 'Log out all devices',
  done: (support) =>
    `All devices don log out. You go get email with link to choose new password. If dem change your email address, write ${support} now.`,
  expired: (support) =>
    `This link don work before, or e don pass ${formatDuration(terms.secureAccountLink)}. Choose new password with “Forgot Password” for the login page, or write ${support}.`,
  home: 'Go to Ajo',
}
