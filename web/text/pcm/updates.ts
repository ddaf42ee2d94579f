import type { Translation } from '#shared/translation.ts'

import type { updatesText as english } from '../updates.ts'

export const updatesText: Translation<typeof english> = {
  title: 'Updates',
  all: 'All updates',
  pageTitle: (title) => `New gist from ${title}`,
  description: (title) => `Wetin don happen since ${title} start.`,
  back: 'Go back to the campaign',
  none: 'No update dey yet.',
  noneHint: 'Na here the organiser go talk wetin don happen since the campaign start.',
  feed: 'Updates as RSS',
  edited: (day) => `Dem change am ${day}`,
  earlier: 'How e be before',
  more: 'Older updates',
  first: 'Go back to the newest updates',
  write: 'Write update',
  writeHint:
    'Everybody fit read am for your campaign page. Donors wey gree for mails and people wey dey follow go get am one time, when you publish am.',
  heading: 'Heading',
  words: 'Wetin happen?',
  wordsHint: 'Talk wetin the money don do, and wetin go follow. E no fit pass 5,000 characters.',
  preview: 'See am first',
  previewTitle: 'Na this everybody go read',
  publish: 'Publish the update',
  published: (recipients) =>
    recipients === 0
      ? 'Your update don show. No donor gree for mails and nobody dey follow yet, so we no mail am to anybody.'
      : recipients === 1
        ? 'Your update don show, and we mail am to 1 person.'
        : `Your update don show, and we mail am to ${recipients} people.`,
  edit: 'Change am',
  save: 'Save the change',
  saveHint: 'People fit still read how e be before. We no go mail the change again.',
  hide: 'Hide the update',
}
