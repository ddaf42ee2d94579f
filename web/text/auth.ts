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
