/** What organisers tell about their campaign. */
export const updatesText = {
  title: 'Updates',
  all: 'All updates',
  pageTitle: (title: string) => `Updates from ${title}`,
  description: (title: string) => `What happened since ${title} began.`,
  back: 'Back to the campaign',
  none: 'There are no updates yet.',
  noneHint: 'Here the organiser tells what happened since the campaign began.',
  feed: 'Updates as RSS',
  edited: (day: string) => `Edited ${day}`,
  earlier: 'Earlier versions',
  more: 'Older updates',
  first: 'Back to the newest updates',
  write: 'Write an update',
  writeHint:
    'Everyone can read it on your campaign’s page. Donors who agreed to mails and followers receive it once, when you publish it.',
  heading: 'Heading',
  words: 'What happened?',
  wordsHint: 'Say what the money did so far, and what comes next. Up to 5,000 characters.',
  preview: 'Preview',
  previewTitle: 'This is what everyone will read',
  publish: 'Publish update',
  published: (recipients: number) =>
    recipients === 0
      ? 'Your update is published. No donor agreed to mails and no one follows yet, so it is mailed to no one.'
      : recipients === 1
        ? 'Your update is published and mailed to 1 person.'
        : `Your update is published and mailed to ${recipients} people.`,
  edit: 'Edit',
  save: 'Save changes',
  saveHint: 'Earlier versions stay readable. Changes are not mailed again.',
  hide: 'Hide update',
}
