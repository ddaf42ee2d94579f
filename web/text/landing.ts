/** The landing page (specification §1, §2). */
export const landingText = {
  title: 'Ajo · Empower Global Causes',
  tagline: 'CROWDFUNDING WORLDWIDE',
  heading: 'Empower Global Causes',
  lead: 'Raise money for the people and projects you believe in. Tell your story, share it, and see every naira arrive.',
  start: 'Start a campaign',
  browse: 'Browse campaigns',
  heroAlt: 'Neighbours at sunrise, putting coins into the calabash in their midst',
  trust: [
    'Every campaign is checked before it goes online',
    'Fees are shown before you pay',
    'No account needed to give',
  ],
  how: 'How it works',
  steps: [
    {
      title: 'Get started',
      text: 'Open a free account in a minute and confirm your email address.',
    },
    {
      title: 'Create your campaign',
      text: 'Tell your story, set your goal, download the app: Ajo installs on your phone straight from the browser.',
    },
    {
      title: 'Receive funding',
      text: 'Share the campaign and get funded by friends and family. Gifts go to your bank account.',
    },
  ],
  spotlight: 'In the Spotlight',
  spotlightText: 'Three of the newest campaigns.',
  all: 'See all campaigns',
  none: 'No Campaigns Available',
  noneText: 'Yours could be the first.',
  failed: 'The campaigns could not be loaded.',
  retry: 'Try again',
  mobilize: 'Mobilize Resources for',
  tiles: {
    charity: 'Charity',
    community: 'Community',
    academic: 'Academic',
    disaster: 'Disaster',
    legal: 'Legal',
    medical: 'Medical',
  },
  contact: 'Talk to us',
  contactText:
    'A question about a campaign, a gift or your account? People answer on weekdays, 9 am to 5 pm.',
  address: ['Ajo', '21 Broad Street, Lagos Island', 'Lagos, Nigeria'],
}
