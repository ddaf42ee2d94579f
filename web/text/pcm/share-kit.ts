import type { Translation } from '#shared/translation.ts'

import type { shareKitText as english } from '../share-kit.ts'

export const shareKitText: Translation<typeof english> = {
  title: 'Share kit',
  description: (title) => `Messages, pictures and posters wey go help you share ${title}.`,
  intro: (title) => `Everything wey you need to tell people about ${title}.`,
  back: 'Go back to the campaign',
  messages: 'Messages',
  inLanguage: { en: 'For English', pcm: 'For Pidgin' },
  sendBy: (network) => `Send am by ${network}`,
  pictures: 'Pictures',
  statusPicture: 'Picture for your status',
  previewPicture: 'Picture for posts',
  pictureAlt: (title) => `Photo of ${title} with the money wey don enter and the target`,
  print: 'To print',
  printHint: 'The QR code go open the campaign. Camera dey enough, you no need another app.',
  poster: 'Poster, A4 (PDF)',
  card: 'Small card, A6 (PDF)',
  website: {
    title: 'For your website',
    intro:
      'Copy the words for one box put inside the HTML of your page. The amounts go dey follow the campaign.',
    open: 'See the card',
    label: (title) => `Donate to ${title} for Ajo`,
    badgeAlt: (title) => `Badge wey show wetin ${title} don raise`,
    frame: 'Card with photo and how far',
    button: 'Link to donate',
    badgeHtml: 'Badge as HTML',
    badgeMarkdown: 'Badge as Markdown',
  },
  personal: {
    title: 'Your own link',
    intro:
      'Share your own link make you see how much your friends give. We no keep cookie for am and we no know who you be: keep the address of the next page, because na only am dey show the result.',
    create: 'Get my own link',
  },
  result: {
    title: 'Your own link',
    share: 'Share this link',
    keep: 'Bookmark this page. Na only the address dey show the result of your link.',
    none: 'No donation don come through your link yet.',
    people: (people, amount) => `${people} people don give ${amount} through your link.`,
    waiting: (people) => `${people} people don give through your link.`,
    more: (people) => `${people} more people don give after.`,
    groups:
      'We dey add the money for every three people together, so that person no fit read wetin one person give.',
  },
  sources: {
    title: 'Where donations dey come from',
    caption: 'Donations by where dem come from',
    source: 'From where',
    donations: 'Donations',
    raised: 'Raised',
    kinds: {
      direct: 'Campaign page',
      personal: 'People own links',
      poster: 'Poster',
      card: 'Small card',
      embed: 'Other websites',
    },
  },
}
