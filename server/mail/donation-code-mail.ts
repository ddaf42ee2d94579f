import type { Mail } from './mail.ts'
import { renderMail } from './render-mail.ts'

/** It quotes nothing that a person typed, because anyone can have it sent to any address. */
export function donationCodeMail(to: string, code: string): Mail {
  return renderMail(to, 'en', {
    subject: `Your donation code is ${code}`,
    paragraphs: [
      `To continue with your donation on Ajo, enter this code: ${code}`,
      'The code works until the end of tomorrow. You have not been charged. If you didn’t start a donation, you can ignore this email.',
    ],
  })
}
