import type { Policy } from './policy.ts'

export const privacy: Policy = {
  title: 'Privacy policy',
  summary: 'What we know about you, why, who else sees it, and what you can ask of us.',
  version: '1.0',
  since: '2026-11-21',
  sections: [
    {
      title: 'In short',
      paragraphs: [
        'We keep what giving and raising money needs, and nothing for advertising. There are no trackers, no advertisements and no scripts of other companies on our pages. We sell nothing about you.',
      ],
    },
    {
      title: 'If you have an account',
      paragraphs: [
        'We keep your first and last name, your email address, your gender as you gave it, when you signed up and that you accepted the terms. Your password is not kept: only a value from which it cannot be read.',
        'We keep the sessions in which you are logged in. A session ends when you log out, after 14 days without use, and after 30 days in any case.',
      ],
    },
    {
      title: 'If you start a campaign',
      paragraphs: [
        'What you write and the pictures you add are public once a reviewer has approved the campaign, together with your first and last name. Hidden data in pictures, such as the place where they were taken, are removed when you upload them.',
        'The name, email address and phone number that you give as contact are shown to people who are logged in. Visitors see them only if you tick the box for it.',
        'Your bank account number is passed to the payment provider, which pays you. We keep it encrypted. Its last four digits are shown to you, and to reviewers so that they can check a campaign. Nobody else sees any of it.',
      ],
    },
    {
      title: 'If you give',
      paragraphs: [
        'We keep the amount, the time, your email address, and your name and message if you add them. Your email address is stored encrypted. The owner of the campaign sees it in the list of donations, unless you give anonymously. Visitors never do. If you tick that the owner may thank you, we pass such emails on to you, until you end them with the link in each.',
        'You type your card details on the pages of the payment provider. We never see its number.',
        'Whoever has the code of your receipt can check that it is genuine. They see its number, the amount, the campaign, when you gave and whether the gift was sent back. They see neither your name nor your email address.',
      ],
    },
    {
      title: 'In your browser',
      paragraphs: [
        'We set a cookie that keeps you logged in, and others that remember which account is yours, that we know this device, the page you were going to before you logged in, the address to which a reset link was sent, the language you chose, and a message for the next page. Your browser also keeps a copy of your name and email address for display, which is emptied when you log out, and which tab you opened last. None of these is used to follow you around.',
      ],
    },
    {
      title: 'Who else works for us',
      paragraphs: [
        'The payment provider gets what a payment needs: your email address, the amount, and which campaign it is for. An email service delivers our emails. A hosting company runs our computers. They may use what they get only for that.',
        'We count requests by network address for a short time, so that nobody can try passwords or flood us.',
      ],
    },
    {
      title: 'How long',
      paragraphs: [
        'Drafts stay until you submit or discard them. Entries in the books of donations are never removed, because the money has to add up for everybody, and because the law asks us to keep such books.',
        'Everything else goes when it is no longer needed, when you delete your account, or when you ask us to delete it and no law says otherwise.',
      ],
    },
    {
      title: 'What you can ask of us',
      paragraphs: [
        'You can ask what we know about you, have it corrected or deleted, and object to what we do with it. Under Settings you can change your names, email address and password, download everything that we keep about you, and delete your account. For everything else, write to us from the address of your account.',
        'The Nigeria Data Protection Act protects you. You can complain to the Nigeria Data Protection Commission if you think that we break it.',
      ],
    },
  ],
}
