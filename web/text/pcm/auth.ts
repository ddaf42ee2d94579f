import type { Translation } from '#shared/translation.ts'

import type { authText as english } from '../auth.ts'

export const authText: Translation<typeof english> = {
  proceed: 'Continue',
  logIn: 'Log in',
  createAccount: 'Open Account',
  choice: 'Log in or open account',
  forgotPassword: 'You forget password?',
  resendLink: 'Send the link again',
  atLeastEight: 'At least 8 characters.',

  signUp: {
    title: 'Open account',
    intro: 'Raise money for wetin matter to you. E no go pass two minutes.',
    firstname: 'First Name',
    lastname: 'Last Name',
    email: 'Email Address',
    gender: 'Gender',
    genders: { Male: 'Man', Female: 'Woman', Other: 'Other' },
    password: 'Password',
    confirmPassword: 'Confirm Password',
  },

  login: {
    title: 'Welcome back!',
    intro: 'Log in make you see your campaigns and donations.',
    email: 'Email',
    password: 'Password',
    code: '6-digit code (or one recovery code)',
    codeHint: 'Your authenticator app dey show new code every 30 seconds.',
    guest: 'Continue as guest',
    guestHint: 'You fit donate without account.',
  },

  forgot: {
    title: 'You forget password?',
    intro: 'Put your email address. We go send you link to set new password.',
    email: 'Email',
    recover: 'Get New Password',
    back: 'Go back to login',
  },

  resetSent: {
    title: 'We don send the link',
    text: 'We don send link to your email so that you fit change your password',
    hint: 'You no see am? Check your spam folder or make we send the link again.',
  },

  reset: {
    title: 'Change password',
    intro: 'Choose new password. We go log you out for every other device.',
    newPassword: 'New Password',
    confirmPassword: 'Confirm Password',
    newHere: 'You be new person for Ajo?',
    incomplete:
      'This link no complete. Abeg open the link for our email again, or ask for new one for down here.',
  },

  verification: {
    created: 'Your account don open',
    text: 'Abeg click the activation link for the email wey we send you.',
    textTo: (email: string) =>
      `Abeg click the activation link for the email wey we send to ${email}.`,
    verified: 'You don verify already?',
  },

  verified: {
    title: 'Your email don verify',
    text: 'We don verify your account and e dey active. You fit log in now.',
  },

  recovery: {
    addressTitle: 'Collect your email address back',
    address: (email: string, newEmail: string | null) =>
      newEmail === null
        ? `Person don change the email address of your account. You fit go back to ${email}.`
        : `Person don change the email address of your account to ${newEmail}. You fit go back to ${email}.`,
    factorTitle: 'Make you off two-step verification',
    factor: (email: string) =>
      `Person don on two-step verification for ${email}. If no be you, off am.`,
    effect:
      'We go log out all devices, and we go email you link to choose new password, because another person fit sabi your own.',
    restore: 'Collect my address back',
    remove: 'Off am',
    doneTitle: 'Your account na your own again',
    restored: (email: string) => `Your account dey use ${email} again. We don log out all devices.`,
    removed: 'Two-step verification don off. We don log out all devices.',
    next: (email: string) =>
      `We don send link to ${email}. Open am and choose new password before you log in again.`,
  },
  action: {
    title: 'Wait small',
    inProgress: 'We dey work on am…',
    verify: 'Verify my email',
    verifyHint: 'If nothing happen, press the button to confirm say na your email address be this.',
    retry: 'Try again',
    failedTitle: 'This link no dey work',
    unknownMode: 'This link no complete. Abeg open am again from your email.',
    newReset: 'Request new link',
    newChange: 'Go back to settings',
    newVerification: 'Send new link',
  },
}
