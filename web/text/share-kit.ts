/** The share kit of a campaign, and the page of a personal link. */
export const shareKitText = {
  title: 'Share kit',
  description: (title: string) => `Messages, pictures and posters to share ${title}.`,
  intro: (title: string) => `Everything to tell others about ${title}.`,
  back: 'Back to the campaign',
  messages: 'Messages',
  inLanguage: { en: 'In English', pcm: 'In Pidgin' },
  sendBy: (network: string) => `Send by ${network}`,
  pictures: 'Pictures',
  statusPicture: 'Picture for your status',
  previewPicture: 'Picture for posts',
  pictureAlt: (title: string) => `Photo of ${title} with the raised amount and the goal`,
  print: 'To print',
  printHint: 'The QR code opens the campaign. It needs no app besides the camera.',
  poster: 'Poster, A4 (PDF)',
  card: 'Small card, A6 (PDF)',
  website: {
    title: 'For your website',
    intro: 'Copy the text of a box into the HTML of your page. The amounts follow the campaign.',
    open: 'See the card',
    label: (title: string) => `Donate to ${title} on Ajo`,
    badgeAlt: (title: string) => `Badge with what ${title} has raised`,
    frame: 'Card with photo and progress',
    button: 'Link to donate',
    badgeHtml: 'Badge as HTML',
    badgeMarkdown: 'Badge as Markdown',
  },
  personal: {
    title: 'Your personal link',
    intro:
      'Share a link of your own and see how much your friends gave. We store no cookie for it and not who you are: keep the address of the next page, because only it shows the result.',
    create: 'Get a personal link',
  },
  result: {
    title: 'Your personal link',
    share: 'Share this link',
    keep: 'Bookmark this page. Only its address shows the result of your link.',
    none: 'No donation has come through your link yet.',
    people: (people: number, amount: string) =>
      `${people} people gave ${amount} through your link.`,
    waiting: (people: number) =>
      people === 1
        ? '1 person gave through your link.'
        : `${people} people gave through your link.`,
    more: (people: number) =>
      people === 1 ? '1 more person gave since.' : `${people} more people gave since.`,
    groups:
      'Amounts are added for every three people together, so that no one’s own donation can be read from them.',
  },
  sources: {
    title: 'Where donations come from',
    caption: 'Donations by source',
    source: 'Source',
    donations: 'Donations',
    raised: 'Raised',
    kinds: {
      direct: 'Campaign page',
      personal: 'Personal links',
      poster: 'Poster',
      card: 'Small card',
      embed: 'Other websites',
    },
  },
}
