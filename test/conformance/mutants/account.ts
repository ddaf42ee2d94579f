import type { MutantsOfFile } from './mutants-of-file.ts'

export const accountMutants: MutantsOfFile = {
  'web/text/auth.ts': [
    ['2.3', "title: 'Welcome back!'", "title: 'Welcome'"],
    ['2.20', "forgotPassword: 'Forgot Password?'", "forgotPassword: 'Forgotten?'"],
    ['2.26', "createAccount: 'Create Account'", "createAccount: 'Join'"],
    ['2.19', "proceed: 'Proceed'", "proceed: 'Go on'"],
    ['2.17', "lastname: 'Last Name'", "lastname: 'Surname'"],
    ['2.21', "recover: 'Recover Password'", "recover: 'Send'"],
    ['2.22', "back: 'Back to login'", "back: 'Back'"],
    ['2.23', 'Reset password link sent successfully', 'Link sent'],
    ['2.23', 'A link to reset your password has been sent to your email', 'We sent you a link'],
    ['2.24 2.28', "resendLink: 'Resend Link'", "resendLink: 'Again'"],
    ['2.27', 'Your account was created successfully', 'Account created'],
    ['2.27', 'Please click the activation link in the email we sent to', 'We wrote to'],
    ['2.30', "title: 'Verification Successful'", "title: 'Done'"],
    ['2.30', 'is verified and activated', 'is ready'],
    ['2.31', "inProgress: 'Handling in progress…'", "inProgress: ''"],
  ],
  'web/text/layout.ts': [
    ['1.2', "headline: 'Empowering Dreams, One Contribution at a Time'", "headline: 'Welcome'"],
  ],
  'web/text/policy.ts': [
    ['2.18', 'I agree to the {terms} and {privacy}', 'I agree to the {terms}'],
  ],
  'web/layouts/auth-layout.tsx': [
    ['1.2', '{text.subline}', '{null}'],
    ['2.13', 'lg:grid-cols-[3fr_2fr]', 'lg:grid-cols-2'],
    ['2.13', 'relative hidden overflow-hidden', 'relative overflow-hidden'],
    ['2.14', '<Logo />', '<span />'],
  ],
  'shared/gender.ts': [['2.17', "['Male', 'Female', 'Other']", "['Male', 'Female']"]],
  'web/screens/account/sign-up.data.ts': [
    ['2.2 2.7', 'redirectWithToast(paths.emailVerification,', 'redirectWithToast(paths.login,'],
  ],
  'web/screens/account/handle-action.data.ts': [
    ['2.8 2.33', 'redirect(paths.emailVerifiedSuccess)', 'redirect(paths.login)'],
    ['2.32', '?oobCode=${encodeURIComponent(code)}`', '`'],
    ['2.34', 'message: failed.mode', "message: 'Wrong link'"],
  ],
  'web/screens/account/email-verification.data.ts': [
    ['2.29', 'throw redirect(paths.login)', 'throw redirect(paths.overview)'],
  ],
  'web/screens/account/reset-password-confirm.data.ts': [
    ['2.24', 'if (!email) return redirect', 'if (email) return redirect'],
  ],
  'web/screens/account/reset-password.data.ts': [
    ['2.25', 'redirectWithToast(paths.login,', 'redirectWithToast(paths.landing,'],
    ['2.6', "searchParams.get('oobCode')", "searchParams.get('code')"],
  ],
  'web/features/account/request-reset.ts': [
    ['2.4 2.5', 'redirectWithToast(paths.resetPasswordConfirm,', 'redirectWithToast(paths.login,'],
  ],
  'web/layouts/dashboard/dashboard-layout.data.ts': [
    [
      '2.53 6.2',
      'if (account && !account.emailVerified) throw',
      'if (account === undefined) throw',
    ],
  ],
  'web/navigation/next-path.ts': [
    ['2.54', 'intent.read(request) ?? lastPath.read(request) ?? paths', 'paths'],
  ],
  'server/platform/mail/account-mail.ts': [
    ['2.9', "new URL('/handle-action'", "new URL('/reset-password'"],
  ],
  'server/providers/identity/embedded/password.ts': [
    [
      '1.5',
      "if (!found || !isRight) return { refused: 'invalid-credential' }",
      "if (!found) return { refused: 'invalid-credential' }",
    ],
  ],
}
