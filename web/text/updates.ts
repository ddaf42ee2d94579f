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
  pictureName: (title: string, number: number) => `${title}, picture ${number}`,
}
