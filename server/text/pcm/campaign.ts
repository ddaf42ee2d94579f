import { appealDays } from '#shared/moderation.ts'
import type { Translation } from '#shared/translation.ts'

import type { campaignText as english } from '../en/campaign.ts'

const view = 'See your campaign'
const reply = { closing: 'Abeg reply for your campaign page.', link: 'Reply the reviewer' }

export const campaignText: Translation<typeof english> = {
  consentWithdrawn: {
    subject: 'Person don withdraw consent',
    lead: (title) =>
      `Person wey your campaign "${title}" talk about no gree again make we show am.`,
    ask: 'Abeg comot everything wey concern dem from the story and the photos now. Edit your campaign here:',
    link: 'Change your campaign',
  },
  newAccount: {
    subject: 'New bank account for your campaign',
    requested: (title, last4) =>
      `You tell us make we pay donations for "${title}" to the bank account wey end with ${last4}. Reviewer fit approve am after 72 hours. Before that time we go still pay the account wey dey there now.`,
    approved: (title, last4, moment) =>
      `One reviewer don approve the bank account wey end with ${last4} for "${title}". To keep you safe, nothing go enter am before ${moment}, Lagos time.`,
    unknown:
      'If no be you request am, change your password now and contact our support before that time.',
    changed: (title, last4) =>
      `The bank account for "${title}" don change to the one wey end with ${last4}. We go pay donations enter am when we don approve the campaign.`,
    unknownChange: 'If no be you change am, change your password now and contact our support.',
    link: view,
  },
  payee: {
    link: view,
    question: {
      subject: 'This money na for you? Abeg confirm',
      lead: (name, organiser, title) =>
        `Hello ${name}, ${organiser} dey raise money with the campaign "${title}" for Ajo, and e talk say the money na for you.`,
      ask: 'Open this page make you read the campaign, then confirm or decline. We no go show the campaign before you confirm.',
      link: 'Read and answer',
      unexpected:
        'If you no sabi this matter, decline for that page or just leave this email. You no need account, and we no dey ever ask for money or PIN.',
    },
    confirmed: {
      subject: 'You don confirm who dey collect the money',
      lead: (title) =>
        `Thank you. You don confirm say the money of the campaign "${title}" na for you.`,
      withdraw:
        'If e no correct again, withdraw am for this page. Payouts go stop, and reviewer go check the campaign again. Keep this email.',
      link: 'Read my answer or withdraw am',
    },
    answers: {
      confirm: {
        subject: 'Payee don confirm',
        lead: (name, title) =>
          `${name} don confirm say the money of your campaign "${title}" na for dem.`,
        next: 'Reviewer fit approve your campaign now.',
      },
      decline: {
        subject: 'Payee don decline',
        lead: (name, title) => `${name} no gree collect the money of your campaign "${title}".`,
        next: 'We no fit approve the campaign like this. Abeg talk to dem, or change who dey collect the money.',
      },
      withdraw: {
        subject: 'Payee don withdraw',
        lead: (name, title) =>
          `${name} no gree again to collect the money of your campaign "${title}".`,
        next: 'Payouts dey on hold, and reviewer go check the campaign again. Abeg talk to dem, or put another bank account and who dey collect the money there.',
      },
    },
  },
  events: {
    submit: {
      subject: 'We don get your campaign',
      lead: (title) =>
        `We don get your campaign "${title}". We go email you once we review am, most times within 1 working day.`,
      link: view,
    },
    resubmit: {
      subject: 'We don get your campaign again',
      lead: (title) =>
        `We don get your campaign "${title}" again. We go email you once we review am, most times within 1 working day.`,
      link: view,
    },
    ask: {
      subject: 'Question about your campaign',
      lead: (title) =>
        `One reviewer need more information before e fit decide on your campaign "${title}". The reviewer write:`,
      ...reply,
    },
    approve: {
      subject: 'Your campaign don dey live',
      lead: (title) =>
        `Good news: we don approve your campaign "${title}". Everybody fit see am and donate now.`,
      link: view,
      afterLink: 'Share am with people wey you know. Na dem dey bring most first donations.',
    },
    reject: {
      subject: 'We no approve your campaign',
      lead: (title) =>
        `We review your campaign "${title}", but we no fit publish am as e be. The reviewer write:`,
      closing: 'You fit edit your campaign and submit am again:',
      link: view,
      afterLink: `If you feel say the decision no correct, you fit appeal for your campaign page within ${appealDays} days. Another reviewer wey no join make the decision go read your appeal and answer am.`,
    },
    end: {
      subject: 'Your campaign don end',
      lead: (title) =>
        `You don end your campaign "${title}". E no dey collect donations again. People fit still read am.`,
      link: view,
    },
    expire: {
      subject: 'Your campaign don end',
      lead: (title) =>
        `The end date of your campaign "${title}" don reach. E no dey collect donations again. People fit still read am.`,
      link: view,
    },
    cancel: {
      subject: 'We don cancel your campaign',
      lead: (title) =>
        `We don cancel your campaign "${title}". E no dey collect donations again, and we dey refund all the donations. The reason:`,
      link: view,
    },
    unfreeze: {
      subject: 'Donations don start again',
      lead: (title) =>
        `We don settle the question about your campaign "${title}". People fit donate to am again.`,
      link: view,
    },
    restore: {
      subject: 'Your campaign don dey public again',
      lead: (title) => `We don bring your campaign "${title}" back. Everybody fit read am again.`,
      link: view,
    },
    'restore-ended': {
      subject: 'Your campaign don dey public again',
      lead: (title) => `We don bring your campaign "${title}" back. Everybody fit read am again.`,
      link: view,
    },
    'restore-cancelled': {
      subject: 'Your campaign don dey public again',
      lead: (title) => `We don bring your campaign "${title}" back. Everybody fit read am again.`,
      link: view,
    },
    'change-propose': {
      subject: 'You request change for your campaign',
      lead: (title) =>
        `Your change for "${title}" dey wait for review. Till we approve am, donors go see the current version and payouts go enter the current bank account.`,
      closing:
        'If no be you request this change, change your password now and contact our support.',
      link: view,
    },
    'change-ask': {
      subject: 'Question about the change for your campaign',
      lead: (title) =>
        `One reviewer need more information about your change for "${title}". The reviewer write:`,
      ...reply,
    },
    'change-approve': {
      subject: 'We don approve the change for your campaign',
      lead: (title) => `Your change for "${title}" don dey live.`,
      link: view,
    },
    'change-reject': {
      subject: 'We no approve the change for your campaign',
      lead: (title) => `Your campaign "${title}" remain as e dey before. The reviewer write:`,
      link: view,
    },
    'take-back': {
      subject: 'We don take back your last edit',
      lead: (title) =>
        `We don return the version of your campaign "${title}" wey reviewer approve. People no fit see your edit again. The reviewer write:`,
      closing: 'You fit edit your campaign again:',
      link: view,
    },
  },
}
