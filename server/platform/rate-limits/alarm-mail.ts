import type { Mail } from '../mail/mail.ts'
import { writeMail, staffLanguage } from '../mail/write-mail.ts'

export const alarms = [
  'failing-cards',
  'failing-cards-everywhere',
  'failing-logins',
  'mail-budget',
  'email-codes',
] as const
export type Alarm = (typeof alarms)[number]

/** To the admin. It names no donor or account: the log and the provider's dashboard have the details. */
export function alarmMail(to: string, alarm: Alarm): Mail {
  const { subject, paragraphs } = contents[alarm]
  return writeMail(to, staffLanguage, {
    kind: 'transactional',
    reason: 'staff',
    subject: `Ajo: ${subject}`,
    paragraphs: [...paragraphs, frequency],
  })
}

const frequency = 'You get this alarm at most once an hour.'

const contents: Record<Alarm, { subject: string; paragraphs: string[] }> = {
  'failing-cards': {
    subject: 'possible card testing',
    paragraphs: [
      'Within an hour, at least ten donations came from one network, from one email address or for one campaign, and at least 80% of their cards were declined.',
      'For 24 hours, donors on that network, with that email address or for that campaign have to enter a code that we email to them, unless they are logged in. Please check the failed payments in your payment provider’s dashboard.',
    ],
  },
  'failing-cards-everywhere': {
    subject: 'most cards are declined',
    paragraphs: [
      'Within an hour, the payment provider reported a result for at least 50 donations, and at least 70% of their cards were declined. Either cards are being tested from many places, or the provider has a problem.',
      'For at least one hour, all donors have to enter a code that we email to them, unless they are logged in.',
    ],
  },
  'failing-logins': {
    subject: 'many wrong passwords',
    paragraphs: [
      'This hour has more than 20 times as many wrong passwords as usual. Someone may be guessing passwords.',
      'For at least one hour, every browser has to solve a challenge before it can log in. No account is locked.',
    ],
  },
  'mail-budget': {
    subject: 'half of the hourly emails are used',
    paragraphs: [
      'Half of the 300 emails per hour for sign-ups, for password resets or for confirming addresses have been sent. After 300 of a kind, we refuse such requests until the hour is over.',
    ],
  },
  'email-codes': {
    subject: 'many donors are asked for a code',
    paragraphs: [
      'Within an hour, we emailed at least 150 codes to donors, because many donations were started and few were paid. Either cards are being tested, or the payment provider has a problem.',
      'The more requests one network sends, the longer its browsers have to work or wait for a code.',
    ],
  },
}
