import { escapeMarkup } from '../http/escape-markup.ts'
import type { Mail } from './mail.ts'

/** A paragraph, or a link on a line of its own. */
type Part = string | { label: string; url: string }
type Content = { subject: string; parts: Part[] }

/** Where a mailed one-time code leads (specification §2, /handle-action). Never built from a request's Host header. */
export function actionUrl(
  publicUrl: string,
  mode: 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail',
  code: string,
): string {
  const url = new URL('/handle-action', publicUrl)
  url.searchParams.set('mode', mode)
  url.searchParams.set('oobCode', code)
  return url.href
}

// Nothing that a person typed stands in these mails: anybody can have them sent to anybody.

export function verificationMail(to: string, link: { publicUrl: string; code: string }): Mail {
  return mail(to, {
    subject: 'Confirm your email address',
    parts: [
      'Welcome to Ajo. Please confirm that this is your email address:',
      {
        label: 'Confirm email address',
        url: actionUrl(link.publicUrl, 'verifyEmail', link.code),
      },
      'The link works once, for 24 hours, and only the newest one works. If you did not create an account, please ignore this email.',
    ],
  })
}

export function resetMail(to: string, link: { publicUrl: string; code: string }): Mail {
  return mail(to, {
    subject: 'Reset your password',
    parts: [
      'Somebody, we hope it was you, asked to reset the password of your Ajo account. You can choose a new one here:',
      {
        label: 'Reset password',
        url: actionUrl(link.publicUrl, 'resetPassword', link.code),
      },
      'The link works once, for 30 minutes, and only the newest one works. If it was not you, please ignore this email: your password stays as it is.',
    ],
  })
}

export function passwordChangedMail(to: string, { publicUrl }: { publicUrl: string }): Mail {
  return mail(to, {
    subject: 'Your password was changed',
    parts: [
      'The password of your Ajo account was changed just now, and every device was signed out.',
      'If it was not you, please reset your password at once:',
      { label: 'Reset password', url: new URL('/forgot-password', publicUrl).href },
    ],
  })
}

export function feedbackMail(to: string, sent: { feedback: string; from: string }): Mail {
  return mail(to, {
    subject: 'Feedback from a user',
    parts: [`${sent.from} wrote:`, ...sent.feedback.split(/\n{2,}/)],
  })
}

export function mail(to: string, { subject, parts }: Content): Mail {
  return {
    to,
    subject,
    text: `${parts.map((part) => (typeof part === 'string' ? part : part.url)).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(subject)}</title></head><body>${parts.map(htmlOf).join('')}</body></html>`,
  }
}

function htmlOf(part: Part): string {
  if (typeof part === 'string') return `<p>${escapeMarkup(part).replaceAll('\n', '<br>')}</p>`
  const url = escapeMarkup(part.url)
  // The address is written out as well: HTML and text say the same, and a reader sees where the link goes.
  return `<p><a href="${url}">${escapeMarkup(part.label)}</a></p><p>${url}</p>`
}
