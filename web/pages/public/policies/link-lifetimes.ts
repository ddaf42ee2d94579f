import { formatDuration } from '#shared/duration.ts'
import type { PolicyValues } from '#shared/policy.ts'
import { terms } from '#shared/terms.ts'

/** Google sets and may change these (docs/hosted-identity.md). */
const atGoogle = { verification: { days: 3 }, reset: { hours: 1 } } as const

/** How long the links work that confirm an address or set a new password, and which of several works. */
export function toLinkParagraphs({ identity }: PolicyValues): string[] {
  const resend =
    'Check your spam folder. Then press “Resend Link” on the page where you requested it.'
  if (identity === 'firebase')
    return [
      `${resend} Google sends these links. A verification link is valid for about ${formatDuration(atGoogle.verification)}, a password reset link for about ${formatDuration(atGoogle.reset)}.`,
    ]
  return [
    `${resend} A verification link is valid for ${formatDuration(terms.verificationCode)}, and of several the last three work. A password reset link is valid for ${formatDuration(terms.passwordCode)}, and only the newest works.`,
  ]
}
