import type { Mail } from '../mail/mail.ts'
import { mail } from '../mail/templates.ts'

/** To whoever runs this Ajo. Nobody is named in it: the log and the provider's dashboard say more. */
export function alarmMail(to: string, alarm: keyof typeof news): Mail {
  const { subject, parts } = news[alarm]
  return mail(to, { subject: `Ajo: ${subject}`, parts: [...parts, last] })
}

const last = 'You hear of this at most once an hour.'

const news = {
  'failing-cards': {
    subject: 'somebody is trying out cards',
    parts: [
      'Within an hour at least ten donations came from one network, from one email address or for one campaign, and at least 80 in 100 of their cards were refused.',
      'Such a network or address cannot begin a donation for 24 hours; for such a campaign every browser has to do some work first. Please look at the failed payments in the dashboard of the payment provider.',
    ],
  },
  'failing-cards-everywhere': {
    subject: 'most cards are refused',
    parts: [
      'Within an hour at least 50 donations were answered by the payment provider, and at least 70 in 100 of their cards were refused: somebody tries out cards from many places, or the provider has trouble.',
      'For an hour, and as long as it goes on, every browser has to do some work before a donation begins.',
    ],
  },
  'failing-logins': {
    subject: 'many wrong passwords',
    parts: [
      'In this hour there are more than twenty times as many wrong passwords as in a usual one: somebody tries out passwords.',
      'For an hour, and as long as it goes on, every browser has to do some work before it logs in. Nobody is locked out.',
    ],
  },
  'mail-budget': {
    subject: 'many emails',
    parts: [
      'Half of the emails that may go out in an hour to addresses that somebody typed, at sign-up or for a reset, have gone out. After 300 such requests are refused until the hour is over.',
    ],
  },
}
