import type { Mail } from './mail.ts'
import { renderMail } from './render-mail.ts'

// These mails quote nothing that a person typed, because anyone can have some of them sent to any address.

type CodeLink = { publicUrl: string; code: string }
type Site = { publicUrl: string }

export function verificationMail(to: string, link: CodeLink): Mail {
  return renderMail(to, 'en', {
    subject: 'Confirm your email address',
    paragraphs: [
      'Welcome to Ajo. Please confirm your email address:',
      { label: 'Confirm email address', url: toActionUrl('verifyEmail', link) },
      'This link expires in 24 hours. If you didn’t create an account, you can ignore this email.',
    ],
  })
}

export function resetMail(to: string, link: CodeLink): Mail {
  return renderMail(to, 'en', {
    subject: 'Reset your password',
    paragraphs: [
      'We received a request to reset your Ajo password. Choose a new password here:',
      { label: 'Reset password', url: toActionUrl('resetPassword', link) },
      'This link expires in 30 minutes. If you didn’t ask for it, you can ignore this email. Your password stays the same.',
    ],
  })
}

/** To the new address. */
export function emailChangeMail(to: string, link: CodeLink): Mail {
  return renderMail(to, 'en', {
    subject: 'Confirm your new email address',
    paragraphs: [
      'We received a request to use this email address for an Ajo account. Please confirm it:',
      { label: 'Confirm new email address', url: toActionUrl('verifyAndChangeEmail', link) },
      'This link expires in 24 hours. If you didn’t ask for it, you can ignore this email. Nothing will change.',
    ],
  })
}

/** To the account's owner after a sign-up with the same address. */
export function signUpAttemptMail(to: string, { publicUrl }: Site): Mail {
  return renderMail(to, 'en', {
    subject: 'You already have an account',
    paragraphs: [
      'Someone tried to create an Ajo account with this email address. If it was you, you already have an account:',
      { label: 'Log in', url: new URL('/login', publicUrl).href },
      'If you forgot your password, you can choose a new one:',
      toResetLink(publicUrl),
      'If it wasn’t you, you can ignore this email. Nothing was changed.',
    ],
  })
}

export function accountDeletedMail(to: string): Mail {
  return renderMail(to, 'en', {
    subject: 'Your account was deleted',
    paragraphs: [
      'As you asked, we deleted your Ajo account, your campaigns, drafts, feedback and your name.',
      'We keep the amounts of donations in our accounts, without your name or email address.',
    ],
  })
}

const toResetLink = (publicUrl: string) => ({
  label: 'Reset password',
  url: new URL('/forgot-password', publicUrl).href,
})

/** Link to /handle-action (specification §2). Built from PUBLIC_URL, never from the Host header of a request. */
function toActionUrl(
  mode: 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail',
  { publicUrl, code }: CodeLink,
): string {
  const url = new URL('/handle-action', publicUrl)
  url.searchParams.set('mode', mode)
  url.searchParams.set('oobCode', code)
  return url.href
}
