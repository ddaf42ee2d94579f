import type { VersionKind } from '#shared/campaign-version.ts'

/** An earlier version of a campaign, and how it differs. */
export const versionText = {
  title: (number: number, campaign: string) => `Version ${number} of ${campaign}`,
  kinds: {
    approved: 'Approved by a reviewer',
    corrected: 'Small correction by the organiser',
    'change-approved': 'Change approved by a reviewer',
    restored: 'Restored by a reviewer',
  } satisfies Record<VersionKind, string>,
  note: 'You are reading an earlier version. Donations go to the campaign as it is now.',
  newest: 'This is the newest version.',
  campaign: 'The campaign as it is now',
  changed: 'What changed in this version',
  content: 'The whole campaign in this version',
  nav: 'Versions',
  earlier: 'Earlier version',
  later: 'Later version',
  organiser: 'Contact',
  difference: {
    removed: 'removed:',
    added: 'added:',
    before: 'Photos before',
    after: 'Photos after',
    noPhotos: 'No photos',
    none: 'No text and no photo changed.',
    notPublic: 'not public',
    noDate: 'no date',
  },
}
