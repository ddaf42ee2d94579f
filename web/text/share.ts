/** What leads from the pages of a campaign and of a donation to more ways to share. */
export const shareText = {
  device: 'Share with an app',
  kit: 'Messages, pictures and posters',
  personalHint: 'Share a link of your own and see how much your friends give through it.',
  personal: 'Open my personal link',
}
