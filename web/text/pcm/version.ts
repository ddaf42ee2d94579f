import type { Translation } from '#shared/translation.ts'

import type { versionText as english } from '../version.ts'

export const versionText: Translation<typeof english> = {
  title: (number: number, campaign: string) => `Version ${number} of ${campaign}`,
  kinds: {
    approved: 'One reviewer approve am',
    corrected: 'Small correction wey the organiser make',
    'change-approved': 'One reviewer approve the change',
    restored: 'One reviewer return am',
  },
  note: 'This one na old version. Donations dey go for the campaign as e dey now.',
  newest: 'This one na the newest version.',
  campaign: 'The campaign as e be now',
  changed: 'Wetin change for this version',
  content: 'The whole campaign as e be for this version',
  nav: 'Versions',
  earlier: 'Old version',
  later: 'New version',
  organiser: 'Contact',
  difference: {
    removed: 'dem comot:',
    added: 'dem add:',
    before: 'Photos before',
    after: 'Photos now',
    noPhotos: 'No photos',
    none: 'No text and no photo don change.',
    notPublic: 'no be public',
    noDate: 'no date',
  },
}
