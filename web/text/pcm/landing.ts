import type { Translation } from '#shared/translation.ts'

import type { landingText as english } from '../landing.ts'

export const landingText: Translation<typeof english> = {
  title: 'Ajo · Make Good Work Strong for the Whole World',
  tagline: 'CROWDFUNDING FOR THE WHOLE WORLD',
  heading: 'Make Good Work Strong for the Whole World',
  lead: 'Raise money for the people and the projects wey you believe in. Tell your story, share am, and see every naira as e dey land.',
  start: 'Start campaign',
  browse: 'Look campaigns',
  heroAlt: 'Neighbours for early morning, dem dey put coins inside the calabash wey dey dia middle',
  trust: [
    'We dey check every campaign before e go online',
    'You go see the fees before you pay',
    'You fit give without account',
  ],
  how: 'How e dey work',
  steps: [
    {
      title: 'Start am',
      text: 'Open free account for one minute and confirm your email address.',
    },
    {
      title: 'Make your campaign',
      text: 'Tell your story, set your goal, download the app: Ajo dey enter your phone straight from the browser.',
    },
    {
      title: 'Collect the money',
      text: 'Share the campaign make friends and family give. The gifts dey go your bank account.',
    },
  ],
  spotlight: 'The Ones Wey Dey Shine',
  spotlightText: 'Three of the campaigns wey new pass.',
  all: 'See all the campaigns',
  none: 'No Campaign Dey',
  noneText: 'Your own fit be the first.',
  failed: 'We no fit load the campaigns.',
  retry: 'Try again',
  mobilize: 'Gather Money for',
  tiles: {
    charity: 'Helping hand',
    community: 'Community people',
    academic: 'School matter',
    disaster: 'When disaster happen',
    legal: 'Court matter',
    medical: 'Hospital matter',
  },
  contact: 'Talk to us',
  contactText:
    'You get question about campaign, gift or your account? Real people dey answer, Monday to Friday, 9 for morning reach 5 for evening.',
  address: ['Ajo', '21 Broad Street, Lagos Island', 'Lagos, Nigeria'],
}
