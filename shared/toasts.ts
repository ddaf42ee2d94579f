/** Toasts (specification §8), prescribed like those of messages.ts. They are apart from it, because pages that show one need no validation. */

/** Success toasts (§8). */
export const done = {
  submitted: 'Form submitted successfully',
  accountCreated: 'Account created! Please verify your email.',
  signedIn: 'Login Successful',
  resetSent: 'Check your email for the password reset link!',
  passwordReset: 'Password reset successfully! You can now log in.',
  verificationSent: 'Verification email sent! Check your inbox.',
  profileUpdated: 'Profile updated successfully!',
  passwordUpdated: 'Password updated successfully!',
  campaignDeleted: 'Campaign deleted successfully',
  signedOut: 'Successfully signed out.',
  linkCopied: 'link copied to clipboard',
} as const

/** Failure toasts of the screens (§8). Error responses of the server have their sentences in error-sentences.ts. */
export const failed = {
  createUser: 'Failed to create user. Please try again.',
  userId: 'User ID is undefined',
  campaignId: 'Campaign ID is undefined',
  deleteCampaign: 'Error deleting campaign',
  banks: 'Error fetching banks',
  mode: 'Unknown mode',
  transactions: 'Failed to fetch transactions.',
} as const
