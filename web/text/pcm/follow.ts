import type { Translation } from '#shared/translation.ts'

import type { followText as english } from '../follow.ts'

export const followText: Translation<typeof english> = {
  title: 'Follow this campaign',
  intro: 'Get the updates for email. You fit unsubscribe any time.',
  email: 'Email address',
  send: 'Follow am',
  sent: 'We don send link to your email. Open am and confirm say you wan follow this campaign.',
  follow: 'Follow this campaign',
  unfollow: 'Stop to follow am',
  following: 'You dey follow this campaign and you dey get the updates for email.',
  link: {
    title: 'Follow a campaign',
    question:
      'Person put this email address to follow one campaign. Na you? If no be you, close this page and you no go get any email.',
    confirm: 'Yes, I dey follow the campaign',
    done: 'You dey follow the campaign. You go get the updates for email, and you fit unsubscribe with the link inside each one.',
    home: 'Go to Ajo',
  },
}
