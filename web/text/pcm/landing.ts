import type { Translation } from '#shared/translation.ts'

import type { landingText as english } from '../landing.ts'

export const landingText: Translation<typeof english> = {
  title: 'Ajo · Help Good Things Happen',
  tagline: 'CROWDFUNDING FOR THE WHOLE WORLD',
  heading: 'Help Good Things Happen',
  lead: 'Raise money for the people and projects wey you believe in. Tell your story, share am, and see every naira as e dey enter.',
  start: 'Start campaign',
  browse: 'See campaigns',
  heroAlt: 'Drawing: neighbours dey put coins inside one calabash',
  trust: [
    'We dey check every campaign before e go live',
    'You go see the fees before you pay',
    'You fit donate without account',
  ],
  how: 'How e dey work',
  steps: [
    {
      title: 'Start',
      text: 'Open free account for one minute and confirm your email address.',
    },
    {
      title: 'Create your campaign',
      text: 'Tell your story, set your goal, download the app: you fit install Ajo for your phone straight from the browser.',
    },
    {
      title: 'Collect the money',
      text: 'Share the campaign make friends and family donate. The money go enter your bank account direct.',
    },
  ],
  spotlight: 'Campaigns wey dey trend',
  spotlightText: 'The newest campaigns',
  all: 'See all campaigns',
  none: 'No campaign dey yet',
  noneText: 'Your own fit be the first.',
  failed: 'We no fit load the campaigns.',
  retry: 'Try again',
  mobilize: 'Raise Money for',
  tiles: {
    charity: 'Charity',
    community: 'Community',
    academic: 'Education',
    disaster: 'Emergency',
    legal: 'Legal help',
    medical: 'Health',
  },
  contact: 'Contact us',
  contactText: (hours: string | null) =>
    hours === null
      ? 'You get question? Write us.'
      : `You get question? Our people dey reply ${hours}.`,
}
