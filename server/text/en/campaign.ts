import { appealDays } from '#shared/moderation.ts'

const view = 'View your campaign'
const reply = { closing: 'Please reply on your campaign page.', link: 'Reply to the reviewer' }

/** Mails to the organiser about a campaign, by event of its history. The others send none. */
export const campaignText = {
  consentWithdrawn: {
    subject: 'A consent was withdrawn',
    lead: (title: string) =>
      `A person whom your campaign "${title}" describes no longer agrees that this is published.`,
    ask: 'Please remove what is about them from the story and the photos now. Edit your campaign here:',
    link: 'Edit your campaign',
  },
  newAccount: {
    subject: 'A new bank account for your campaign',
    requested: (title: string, last4: string) =>
      `You asked us to pay donations to "${title}" out to the bank account ending ${last4}. A reviewer can approve it after 72 hours. Until then the current account is paid.`,
    approved: (title: string, last4: string, moment: string) =>
      `A reviewer approved the bank account ending ${last4} for "${title}". For your safety it receives nothing before ${moment}, Lagos time.`,
    unknown:
      'If you did not request this, change your password now and contact our support before then.',
    changed: (title: string, last4: string) =>
      `The bank account for "${title}" is now the one ending ${last4}. Donations are paid out to it when the campaign is approved.`,
    unknownChange: 'If you did not change it, change your password now and contact our support.',
    link: view,
  },
  payee: {
    link: view,
    question: {
      subject: 'Is this money for you? Please confirm',
      lead: (name: string, organiser: string, title: string) =>
        `Hello ${name}, ${organiser} raises money with the campaign "${title}" on Ajo, and says that the money is for you.`,
      ask: 'Open this page to read the campaign and to confirm or decline. We don’t publish the campaign before you confirm.',
      link: 'Read and answer',
      unexpected:
        'If you don’t know about this, decline on that page or ignore this email. You don’t need an account, and we never ask for money or a PIN.',
    },
    confirmed: {
      subject: 'You confirmed who receives the money',
      lead: (title: string) =>
        `Thank you. You confirmed that the money of the campaign "${title}" is for you.`,
      withdraw:
        'If that is no longer right, withdraw it on this page. Payouts then stop, and a reviewer looks at the campaign again. Keep this email.',
      link: 'Read or withdraw my answer',
    },
    answers: {
      confirm: {
        subject: 'Payee confirmed',
        lead: (name: string, title: string) =>
          `${name} confirmed that the money of your campaign "${title}" is for them.`,
        next: 'A reviewer can now approve your campaign.',
      },
      decline: {
        subject: 'Payee declined',
        lead: (name: string, title: string) =>
          `${name} does not agree to receive the money of your campaign "${title}".`,
        next: 'We can’t approve the campaign like this. Please talk to them, or edit who receives the money.',
      },
      withdraw: {
        subject: 'Payee withdrew',
        lead: (name: string, title: string) =>
          `${name} no longer agrees to receive the money of your campaign "${title}".`,
        next: 'Payouts are on hold, and a reviewer looks at the campaign again. Please talk to them, or enter another bank account and who receives the money there.',
      },
    },
  },
  events: {
    submit: {
      subject: 'We received your campaign',
      lead: (title: string) =>
        `We've received your campaign "${title}". We'll email you once it's been reviewed, usually within 1 working day.`,
      link: view,
    },
    resubmit: {
      subject: 'We received your campaign again',
      lead: (title: string) =>
        `We've received your campaign "${title}" again. We'll email you once it's been reviewed, usually within 1 working day.`,
      link: view,
    },
    ask: {
      subject: 'A question about your campaign',
      lead: (title: string) =>
        `A reviewer needs more information before deciding on your campaign "${title}". They wrote:`,
      ...reply,
    },
    approve: {
      subject: 'Your campaign is live',
      lead: (title: string) =>
        `Good news: your campaign "${title}" was approved. Everyone can now see it and donate.`,
      link: view,
      afterLink: 'Share it with people you know. Most first donations come from them.',
    },
    reject: {
      subject: 'Your campaign was not approved',
      lead: (title: string) =>
        `We reviewed your campaign "${title}" and can't publish it as it is. The reviewer wrote:`,
      closing: 'You can edit your campaign and submit it again:',
      link: view,
      afterLink: `If you think the decision is wrong, you can appeal on your campaign page within ${appealDays} days. Another reviewer, who took no part in the decision, will read your appeal and answer it.`,
    },
    end: {
      subject: 'Your campaign has ended',
      lead: (title: string) =>
        `You ended your campaign "${title}". It no longer accepts donations. People can still read it.`,
      link: view,
    },
    expire: {
      subject: 'Your campaign has ended',
      lead: (title: string) =>
        `Your campaign "${title}" reached its end date. It no longer accepts donations. People can still read it.`,
      link: view,
    },
    cancel: {
      subject: 'Your campaign was cancelled',
      lead: (title: string) =>
        `We cancelled your campaign "${title}". It no longer accepts donations, and all donations are being refunded. The reason:`,
      link: view,
    },
    unfreeze: {
      subject: 'Donations resumed',
      lead: (title: string) =>
        `The question about your campaign "${title}" is resolved. People can donate to it again.`,
      link: view,
    },
    restore: {
      subject: 'Your campaign is public again',
      lead: (title: string) => `We restored your campaign "${title}". Everyone can read it again.`,
      link: view,
    },
    'restore-ended': {
      subject: 'Your campaign is public again',
      lead: (title: string) => `We restored your campaign "${title}". Everyone can read it again.`,
      link: view,
    },
    'restore-cancelled': {
      subject: 'Your campaign is public again',
      lead: (title: string) => `We restored your campaign "${title}". Everyone can read it again.`,
      link: view,
    },
    'change-propose': {
      subject: 'You requested a change to your campaign',
      lead: (title: string) =>
        `Your change to "${title}" is waiting for review. Until it is approved, donors see the current version and payouts go to the current bank account.`,
      closing:
        'If you did not request this change, change your password now and contact our support.',
      link: view,
    },
    'change-ask': {
      subject: 'A question about the change to your campaign',
      lead: (title: string) =>
        `A reviewer needs more information about your change to "${title}". They wrote:`,
      ...reply,
    },
    'change-approve': {
      subject: 'The change to your campaign was approved',
      lead: (title: string) => `Your change to "${title}" is live.`,
      link: view,
    },
    'change-reject': {
      subject: 'The change to your campaign was not approved',
      lead: (title: string) => `Your campaign "${title}" stays as it was. The reviewer wrote:`,
      link: view,
    },
    'take-back': {
      subject: 'Your last edit was taken back',
      lead: (title: string) =>
        `We restored the version of your campaign "${title}" that a reviewer approved. Your edit is no longer public. The reviewer wrote:`,
      closing: 'You can edit your campaign again:',
      link: view,
    },
  },
}
