import type { Mail } from './mail.ts'
import { writeMail, staffLanguage } from './write-mail.ts'

/** To the admin. It arrives once the mail server accepts mails again; until then the log, /readyz and the admin page say the same. */
export function mailPausedMail(to: string, { words, url }: { words: string; url: string }): Mail {
  return writeMail(to, staffLanguage, {
    kind: 'transactional',
    reason: 'staff',
    subject: 'Ajo: the mail server refused our sender',
    paragraphs: [
      'The mail server refused emails because of their sender, so all emails waited. None was given up.',
      `It said: ${words}`,
      'Please check SMTP_URL, MAIL_FROM and the limits of your mail provider.',
      { label: 'Emails', url },
    ],
  })
}
