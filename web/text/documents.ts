/** Supporting documents of a campaign, for its organiser and reviewers. */
export const documentsText = {
  label: 'Supporting documents',
  hint: 'Our reviewers read them. Visitors see only those that you choose to show. Up to 5 files (PDF, .jpg, .png or .webp), at most 10 MB each. For example an admission letter, a hospital bill, or a letter from the institution that you raise money for.',
  list: 'Your documents',
  failed: 'We couldn’t load your documents.',
  retry: 'Retry',
  download: (name: string) => `Download ${name}`,
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} is removed.`,
  publish: (name: string) => `Show ${name} to visitors`,
  publishHint:
    'Everyone can download it once the campaign is approved. First cover what is private, such as addresses and numbers of other people.',
  published: (name: string) => `Visitors can see ${name}.`,
  publishedLater: (name: string) => `Visitors can see ${name} once a reviewer has approved it.`,
  hidden: (name: string) => `${name} is hidden from visitors.`,
  unread: 'Visitors see it once a reviewer has read it with a change of your campaign.',
  stays: 'Documents stay once a campaign is approved. You can add more.',
  size: (megabytes: string) => `${megabytes} MB`,
  added: (name: string) => `${name} is added.`,
}
