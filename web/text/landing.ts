/** The landing page (specification §1, §2). */
export const landingText = {
  title: 'Ajo · Empower Global Causes',
  tagline: 'CROWDFUNDING WORLDWIDE',
  heading: 'Empower Global Causes',
  lead: 'Raise money for the people and projects you believe in. Tell your story, share it, and see every naira arrive.',
  start: 'Start a campaign',
  browse: 'Browse campaigns',
  heroAlt: 'Illustration: neighbours putting coins into a shared calabash',
  trust: [
    'We review every campaign before it goes live',
    'You see the fees before you pay',
    'No account needed to donate',
  ],
  how: 'How it works',
  steps: [
    {
      title: 'Get started',
      text: 'Create a free account in a minute and confirm your email address.',
    },
    {
      title: 'Create your campaign',
      text: 'Tell your story, set your goal, download the app: Ajo installs on your phone straight from the browser.',
    },
    {
      title: 'Receive funding',
      text: 'Share the campaign and get funded by friends and family. Donations are paid straight to your bank account.',
    },
  ],
  spotlight: 'In the Spotlight',
  spotlightText: 'Our newest campaigns',
  all: 'See all campaigns',
  none: 'No Campaigns Available',
  noneText: 'Yours could be the first.',
  failed: 'We couldn’t load the campaigns.',
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
  contact: 'Contact us',
  contactText: (hours: string | null) =>
    hours === null ? 'Questions? Write to us.' : `Questions? Our team replies ${hours}.`,
}
