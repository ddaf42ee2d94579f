import type { Translation } from '#shared/translation.ts'

import type { documentsText as english } from '../documents.ts'

export const documentsText: Translation<typeof english> = {
  label: 'Supporting documents',
  hint: 'Our reviewers go read dem. Visitors go see only the ones wey you choose to show. Up to 5 files (PDF, .jpg, .png or .webp), each one no fit pass 10 MB. For example admission letter, hospital bill, or letter from the institution wey you dey raise money for.',
  list: 'Your documents',
  failed: 'We no fit load your documents.',
  retry: 'Try again',
  download: (name: string) => `Download ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `We don remove ${name}.`,
  publish: (name: string) => `Make visitors see ${name}`,
  publishHint:
    'Everybody fit download am once we don approve the campaign. First cover wetin dey private, like address and number of other people.',
  published: (name: string) => `Visitors fit see ${name} now.`,
  publishedLater: (name: string) => `Visitors go see ${name} once reviewer don approve am.`,
  hidden: (name: string) => `Visitors no fit see ${name} again.`,
  unread: 'Visitors go see am once reviewer don read am with any change of your campaign.',
  stays: 'Once we approve campaign, the documents go stay. You fit add more.',
  size: (megabytes: string) => `${megabytes} MB`,
  added: (name: string) => `We don add ${name}.`,
}
