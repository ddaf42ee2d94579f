import type { Policy } from './policy.ts'

export const privacy: Policy = {
  title: 'Privacy policy',
  summary: 'What data we collect about you, why, who else sees it, and your rights.',
  version: '1.0',
  since: '2026-11-21',
  sections: [
    {
      title: 'In short',
      paragraphs: [
        'We keep the data that donating and raising money require, and nothing for advertising. Our pages have no trackers, no ads and no scripts from other companies. We do not sell your data.',
      ],
    },
    {
      title: 'If you have an account',
      paragraphs: [
        'We keep your first and last name, your email address, the gender you entered, when you signed up, that you accepted the terms, and the language in which we write to you. We do not store your password, only a value from which it cannot be recovered.',
        'We keep a record of your active sessions. A session ends when you log out, after 14 days without use, and after 30 days in any case.',
      ],
    },
    {
      title: 'If you start a campaign',
      paragraphs: [
        'Your text and photos are public once a reviewer has approved the campaign, together with your first and last name. Hidden data in photos, such as the place where they were taken, is removed when you upload them.',
        'The contact name, email address and phone number you enter are shown to logged-in users. Visitors see them only if you tick the box for it.',
        'We pass your bank account number to the payment provider, which pays you, and store it encrypted. Its last four digits are shown to you, and to reviewers so that they can check the campaign. No one else can see any of it.',
      ],
    },
    {
      title: 'If you donate',
      paragraphs: [
        'We keep the amount, the time, your email address, the language in which we write to you, and your name and message if you add them. Your email address is stored encrypted. The organiser sees it in the list of donations unless you donate anonymously. Visitors never see it. If you opt in to emails from the organiser and confirm your email address, we forward them to you until you unsubscribe with the link in each email.',
        'You enter your card details on the payment provider’s page. We never see your card number.',
        'Anyone who has the code printed on your receipt can verify it. They see the receipt number, the amount, the campaign, the date and whether the donation was refunded. They do not see your name or email address.',
      ],
    },
    {
      title: 'In your browser',
      paragraphs: [
        'We set a cookie that keeps you logged in. Other cookies remember your account, this device, the page you were going to before you logged in, the address to which a reset link was sent, your language, and a message for the next page. Your browser also stores a copy of your name and email address for display, which is cleared when you log out, and the tab you opened last. We do not use any of these to track you.',
      ],
    },
    {
      title: 'Companies that work for us',
      paragraphs: [
        'The payment provider receives what a payment requires: your email address, the amount and the campaign. An email service delivers our emails. A hosting company runs our servers. They may use this data only for these purposes.',
        'We count requests per network address for a short time to stop password guessing and overload.',
      ],
    },
    {
      title: 'How long we keep data',
      paragraphs: [
        'Drafts are kept until you submit or discard them. Records of donations are never deleted, because the accounts must add up for everyone and because the law requires us to keep them.',
        'All other data is deleted when it is no longer needed, when you delete your account, or when you ask us to delete it, unless the law requires us to keep it.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You can ask what data we hold about you, have it corrected or deleted, and object to how we use it. Under Settings you can change your name, email address and password, download all the data we hold about you, and delete your account. For everything else, write to us from your account’s email address.',
        'The Nigeria Data Protection Act protects you. You can complain to the Nigeria Data Protection Commission if you think we have broken it.',
      ],
    },
  ],
}
