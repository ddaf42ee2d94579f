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
  pictureName: (title, number) => `${title}, picture ${number}`,
}
