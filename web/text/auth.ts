/** Sign-up, login and the other account screens (specification §2, Screens). */
export const authText = {
  proceed: 'Proceed',
  logIn: 'Log in',
  createAccount: 'Create Account',
  choice: 'Log in or create an account',
  forgotPassword: 'Forgot Password?',
  resendLink: 'Resend Link',
  atLeastEight: 'At least 8 characters.',

  signUp: {
    title: 'Create account',
    intro: 'Raise money for what matters to you. It takes two minutes.',
    firstname: 'First Name',
    lastname: 'Last Name',
    email: 'Email Address',
    gender: 'Gender',
    genders: { Male: 'Male', Female: 'Female', Other: 'Other' },
    password: 'Password',
    confirmPassword: 'Confirm Password',
  },

  login: {
    title: 'Welcome back!',
    intro: 'Log in to see your campaigns and donations.',
    email: 'Email',
    password: 'Password',
    code: '6-digit code (or a recovery code)',
    codeHint: 'Your authenticator app shows a new code every 30 seconds.',
    guest: 'Continue as guest',
    guestHint: 'You can donate without an account.',
  },

  forgot: {
    title: 'Forgot password',
    intro: 'Enter your email address and we’ll send you a link to set a new password.',
    email: 'Email',
    recover: 'Recover Password',
    back: 'Back to login',
  },

  resetSent: {
    title: 'Reset password link sent successfully',
    text: 'A link to reset your password has been sent to your email',
    hint: 'Didn’t get it? Check your spam folder or resend the link.',
  },

  reset: {
    title: 'Reset password',
    intro: 'Choose a new password. You will be logged out on every other device.',
    newPassword: 'New Password',
    confirmPassword: 'Confirm Password',
    newHere: 'New to Ajo?',
    incomplete:
      'This link is not complete. Please open the link in our email again, or request a new one below.',
  },

  verification: {
    created: 'Your account was created successfully',
    text: 'Please click the activation link in the email we sent you.',
    textTo: (email: string) => `Please click the activation link in the email we sent to ${email}.`,
    verified: 'Already verified?',
  },

  verified: {
    title: 'Verification Successful',
    text: 'Your account is verified and activated. You can log in now.',
  },

  recovery: {
    addressTitle: 'Take back your email address',
    address: (email: string, newEmail: string | null) =>
      newEmail === null
        ? `The email address of your account was changed. You can go back to ${email}.`
        : `The email address of your account was changed to ${newEmail}. You can go back to ${email}.`,
    factorTitle: 'Turn off two-step verification',
    factor: (email: string) =>
      `Two-step verification was turned on for ${email}. If this wasn’t you, turn it off.`,
    effect:
      'All devices will be logged out, and we’ll email you a link to choose a new password, because someone else may know yours.',
    restore: 'Take back my address',
    remove: 'Turn it off',
    doneTitle: 'Your account is yours again',
    restored: (email: string) => `Your account uses ${email} again. All devices are logged out.`,
    removed: 'Two-step verification is off. All devices are logged out.',
    next: (email: string) =>
      `We’ve sent a link to ${email}. Open it and choose a new password before you log in again.`,
  },
  action: {
    title: 'One moment',
    inProgress: 'Handling in progress…',
    verify: 'Verify my email',
    verifyHint: 'If nothing happens, press the button to confirm that this is your email address.',
    retry: 'Try again',
    failedTitle: 'This link does not work',
    unknownMode: 'This link is incomplete. Please open it again from your email.',
    newReset: 'Request a new link',
    newChange: 'Back to settings',
    newVerification: 'Send a new link',
  },
}
