import type * as english from '../toasts.ts'
import type { Translation } from '../translation.ts'

export const done: Translation<typeof english.done> = {
  submitted: 'We don get your form',
  accountCreated: 'Your account don ready! Abeg verify your email.',
  signedIn: 'You don log in',
  resetSent: 'Check your email for the link wey go change your password!',
  passwordReset: 'We don change your password! You fit log in now.',
  verificationSent: 'We don send the email! Check your inbox.',
  profileUpdated: 'We don update your profile!',
  passwordUpdated: 'We don update your password!',
  campaignDeleted: 'We don delete the campaign',
  signedOut: 'You don log out.',
  linkCopied: 'we don copy the link',
}

export const failed: Translation<typeof english.failed> = {
  createUser: 'We no fit open the account. Abeg try again.',
  userId: 'User ID no dey',
  campaignId: 'Campaign ID no dey',
  deleteCampaign: 'We no fit delete the campaign',
  banks: 'We no fit load the banks',
  mode: 'We no know this mode',
  transactions: 'We no fit load the transactions.',
}
