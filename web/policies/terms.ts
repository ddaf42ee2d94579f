import type { Policy } from './policy.ts'

export const terms: Policy = {
  title: 'Terms of service',
  summary: 'What Ajo does, what you may do here, and what we ask of everybody.',
  version: '1.0',
  since: '2026-11-21',
  sections: [
    {
      title: 'What Ajo is',
      paragraphs: [
        'Ajo is a place on the web where people raise money for themselves, for others and for good causes, and where anybody can give to them.',
        'Gifts are paid by card through our payment provider. A gift goes to the bank account of the campaign’s owner, less the fees that we show before you pay. Ajo is neither a bank nor a charity, and does not hold your money in an account of its own.',
      ],
    },
    {
      title: 'Your account',
      paragraphs: [
        'You need an account to start a campaign, but not to give. Please tell us your real name and an email address that is yours, and confirm it with the link that we send.',
        'Keep your password to yourself. What is done with your account counts as done by you until you tell us that somebody else has got into it.',
        'One person, one account. You must be old enough to make contracts where you live.',
      ],
    },
    {
      title: 'Starting a campaign',
      paragraphs: [
        'Say truthfully who needs what, and what the money will pay for. Use pictures that you may use, and name nobody who would not want to be named.',
        'A reviewer reads every campaign before it goes public, and approves it or rejects it with a reason that you can read. Approval means that the campaign looked right to us. It is not a promise to donors that every word in it is true.',
        'Use the money for what the campaign says. If that becomes impossible, tell us and your donors.',
        'You can delete a campaign as long as nobody has given to it. Once it has a donation it stays readable, because people gave to what they read there.',
      ],
    },
    {
      title: 'Giving',
      paragraphs: [
        'A gift is a gift: you get nothing in return but our thanks. Give only with a card that you may use.',
        'What is kept of a gift is shown before you pay, and explained on the page about fees. When you can have your money back is on the page about refunds.',
        'A gift counts once the payment provider has confirmed it to us.',
      ],
    },
    {
      title: 'What is not allowed',
      paragraphs: [
        'Campaigns for anything against the law, for weapons, for gambling or for investments with a return; campaigns that call for violence or hate; and anything that deceives people about who asks or what for.',
        'Attacks on the site, on other people’s accounts or on the payment provider, and cards or names that are not yours.',
        'We may reject or close such a campaign, lock such an account, and tell the authorities where the law asks us to.',
      ],
    },
    {
      title: 'What we promise, and what we cannot',
      paragraphs: [
        'We keep exact books of every gift, show what came in, and never change an entry afterwards.',
        'We do what we can to keep Ajo working, but we cannot promise that it always will, nor that a campaign reaches its goal or does what its owner wrote.',
        'Nothing here takes away rights that the law gives you. The law of the Federal Republic of Nigeria applies.',
      ],
    },
    {
      title: 'When these terms change',
      paragraphs: [
        'Every version has a number and a date, which you find at the top of this page. What you agreed to is the version of the day on which you signed up or gave.',
      ],
    },
  ],
}
