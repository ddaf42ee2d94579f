import type { Translation } from '#shared/translation.ts'

import type { authText as english } from '../auth.ts'

export const authText: Translation<typeof english> = {
  proceed: 'Continue',
  logIn: 'Log in',
  createAccount: 'Open Account',
  forgotPassword: 'You don forget password?',
  resendLink: 'Send the Link again',
  atLeastEight: 'E must reach 8 characters.',

  signUp: {
    title: 'Open account',
    intro: 'Raise money for wetin matter to you. E no go pass two minutes.',
    firstname: 'First Name',
    lastname: 'Last Name',
    email: 'Email Address',
    gender: 'Gender',
    genders: { Male: 'Man', Female: 'Woman', Other: 'Another one' },
    password: 'Password',
    confirmPassword: 'Put the Password again',
    terms: 'I gree with the terms of service and the privacy policy',
    haveAccount: 'You don get account already?',
  },

  login: {
    title: 'Welcome back!',
    intro: 'Log in make you follow your campaigns and your donations.',
    email: 'Email',
    password: 'Password',
    code: 'The code wey dey your authenticator app, or one recovery code',
    codeHint: 'The app dey show new code every 30 seconds.',
    noAccount: 'You never get account?',
    guest: 'Continue as guest',
    guestHint: 'You fit give without account.',
  },

  forgot: {
    title: 'You don forget password',
    intro: 'Tell us your email address. We go send you link wey you go use set new password.',
    email: 'Email',
    recover: 'Get new Password',
    back: 'Go back to login',
  },

  resetSent: {
    title: 'We don send the link wey go change your password',
    text: 'The link wey go change your password don go your email',
    hint: 'You no see anything after some minutes? Look inside your spam folder, or make we send am again.',
  },

  reset: {
    title: 'Change password',
    intro: 'Choose new password. We go log you out for every other device.',
    newPassword: 'New Password',
    confirmPassword: 'Put the New Password again',
    newHere: 'You be new person for Ajo?',
  },

  verification: {
    created: 'Your account don open well well',
    text: 'Abeg press the activation link wey dey the email wey we send you.',
    textTo: (email: string) =>
      `Abeg press the activation link wey dey the email wey we send to ${email}.`,
    verified: 'You don confirm am already?',
  },

  verified: {
    title: 'You don confirm your email',
    text: 'We don confirm your account and e don dey active. You fit log in now.',
  },

  action: {
    title: 'Wait small',
    inProgress: 'We dey work on am…',
    verify: 'Confirm my email',
    verifyHint: 'If nothing happen, press the button to confirm say na you get this email address.',
    retry: 'Try again',
    failedTitle: 'This link no dey work',
    unknownMode: 'We no know this mode: the link no complete. Abeg open am again from the email.',
    newReset: 'Ask for new link',
    newChange: 'Go back to the settings',
    newVerification: 'Make we send new link',
  },

  notFound: {
    title: 'Something no go well.',
    text: 'Sorry, we no see the page wey you dey find.',
    home: 'Go home',
  },
}
