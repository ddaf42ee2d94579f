import type { Translation } from '#shared/translation.ts'

import type { sessionText as english } from '../session.ts'

export const sessionText: Translation<typeof english> = {
  ended: {
    title: 'Your login don expire',
    text: 'Log in again make you continue. Nothing wey you type go lost.',
    goOn: 'Log in make I continue',
    notNow: 'Not now abeg',
    other: (name: string) =>
      `Na ${name} dey logged in now. Wetin another person open for here, we no send am.`,
  },
  loggedOut: {
    title: 'You don log out',
    text: 'You don log out for another window. Nothing wey be your own dey show here again; any draft wey don save dey wait for you.',
    action: 'Log in',
  },
  other: {
    title: 'Another person don log in',
    text: 'Another person don log in for this browser. Wetin dey open for here, we no send am.',
    action: 'Go the dashboard',
  },
}
