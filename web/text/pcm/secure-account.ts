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
  former: {
    question:
      'Another person change the email address of your account? We go log out all devices. Nothing else go change.',
    done: (support) =>
      `All devices don log out. Now use the address wey your account get before write ${support}. We fit give your account the old address back.`,
    expired: (support) =>
      `This link don work before, or e don pass ${formatDuration(terms.secureAccountLink)}. Use the address wey your account get before write ${support}.`,
  },
  home: 'Go to Ajo',
}
