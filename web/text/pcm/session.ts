import type { Translation } from '#shared/translation.ts'

import type { sessionText as english } from '../session.ts'

export const sessionText: Translation<typeof english> = {
  ended: {
    title: 'Your session don end',
    text: 'Abeg log in again to continue. Your changes still dey here.',
    continue: 'Log in and continue',
    notNow: 'Not now',
    otherUser: (name: string) =>
      `You don log in as ${name}. We no submit the form wey the other user leave.`,
  },
  loggedOut: {
    title: 'You don log out',
    text: 'You log out for another tab. If you save draft, you go see am when you log in again.',
    action: 'Log in',
  },
  otherUser: {
    title: 'Another person don log in',
    text: 'Another person log in for this browser. We no submit the form wey dey open here.',
    action: 'Go to dashboard',
  },
}
