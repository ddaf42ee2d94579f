/** The screens of the way in (specification §2, Screens). */
export const authText = {
  proceed: 'Proceed',
  logIn: 'Log in',
  createAccount: 'Create Account',
  forgotPassword: 'Forgot Password?',
  resendLink: 'Resend Link',
  atLeastEight: 'At least 8 characters.',

  signUp: {
    title: 'Create account',
    intro: 'Raise funds for what matters to you. It takes two minutes.',
    firstname: 'First Name',
    lastname: 'Last Name',
    email: 'Email Address',
    gender: 'Gender',
    genders: { Male: 'Male', Female: 'Female', Other: 'Other' },
    password: 'Password',
    confirmPassword: 'Confirm Password',
    terms: 'I agree to the terms of service and privacy policy',
    haveAccount: 'Already have an account?',
  },

  login: {
    title: 'Welcome back!',
    intro: 'Log in to follow your campaigns and donations.',
    email: 'Email',
    password: 'Password',
    code: 'Code from your authenticator app, or a recovery code',
    codeHint: 'The app shows a new code every 30 seconds.',
    noAccount: "Don't have an account?",
    guest: 'Continue as guest',
    guestHint: 'You can give without an account.',
  },

  forgot: {
    title: 'Forgot password',
    intro: 'Tell us your email address, and we will send you a link to set a new password.',
    email: 'Email',
    recover: 'Recover Password',
    back: 'Back to login',
  },

  resetSent: {
    title: 'Reset password link sent successfully',
    text: 'A link to reset your password has been sent to your email',
    hint: 'Nothing there after a few minutes? Look in your spam folder, or have it sent again.',
  },

  reset: {
    title: 'Reset password',
    intro: 'Choose a new password. You will be logged out on every other device.',
    newPassword: 'New Password',
    confirmPassword: 'Confirm Password',
    newHere: 'New to Ajo?',
  },

  verification: {
    created: 'Your account was created successfully',
    text: 'Please click the activation link in the email we have sent you.',
    textTo: (email: string) =>
      `Please click the activation link in the email we have sent to ${email}.`,
    verified: 'Verified already?',
  },

  verified: {
    title: 'Verification Successful',
    text: 'Your account is verified and activated. You can log in now.',
  },

  action: {
    title: 'One moment',
    inProgress: 'Handling in progress…',
    verify: 'Verify my email',
    verifyHint: 'If nothing happens, press the button to confirm that this email address is yours.',
    retry: 'Try again',
    failedTitle: 'This link does not work',
    unknownMode: 'Unknown mode: the link is incomplete. Please open it again from the email.',
    newReset: 'Ask for a new link',
    newChange: 'Back to the settings',
    newVerification: 'Have a new link sent',
  },

  notFound: {
    title: 'Something went wrong.',
    text: "Sorry, we can't find the page you're looking for.",
    home: 'Go home',
  },
}
