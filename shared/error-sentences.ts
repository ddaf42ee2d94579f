import { ownSentences } from './offline-sentences.ts'

/** What a person reads for each code that the server may answer (specification §8). */
export const errorSentences = {
  ...ownSentences,
  'sign-in-required': 'Please log in to go on.',
  'verified-email-required': 'Please confirm your email address first.',
  'invalid-body': 'We could not read what was sent. Please reload the page and try again.',
  'unsupported-media-type': 'That kind of content is not accepted here.',
  'body-too-large': 'What was sent is too large.',
  'invalid-input': 'Please check the marked fields and try again.',
  'wrong-host': 'Nobody of that name lives here.',
  'foreign-origin': 'This request came from another site and was refused.',
  'too-many-requests': 'Too many attempts. Please wait a little and try again.',
  busy: 'We are very busy right now. Please try again in a moment.',

  'invalid-credential': 'Username or password is incorrect.',
  'invalid-email': 'Invalid email address.',
  'email-already-in-use': 'Email already in use.',
  'user-disabled': 'This user has been disabled.',
  'user-not-found': 'No user found with this email.',
  'wrong-password': 'Incorrect password. Please try again.',
  'weak-password': 'Password should be at least 6 characters',
  'expired-action-code': 'This link has expired. Please ask for a new one.',
  'invalid-action-code': 'This link is no longer valid. Please ask for a new one.',
  'requires-recent-login': 'Please enter your current password again.',
  'second-factor-required': 'Please enter the code from your authenticator app.',
  'second-factor-wrong': 'That code is not right. Please try the one that is shown now.',
  'user-token-expired': 'Your session has ended. Please log in again.',
  'identity-unavailable': 'An unknown error occurred. Please try again.',

  'content-unavailable':
    'We could not reach the campaigns right now. Please try again in a moment.',
  'own-campaign': 'You cannot review a campaign of your own.',
  'already-reviewed': 'Somebody has already decided on this campaign. Please reload the page.',
  'campaign-changed': 'The owner has changed this since you opened it. Please read it again.',
  'second-reviewer-needed':
    'You have approved this already. A second person has to approve it too.',
  'change-too-early':
    'A new bank account can be approved after three days, so that its owner has time to object.',
  'campaign-moved-on': 'That is not possible any more. Please reload the page.',
  'campaign-has-donations': 'A campaign with donations cannot be deleted.',
  'account-has-campaigns':
    'You have a campaign that people gave to and that is still running. Your account can be deleted once it has ended.',
  'campaign-closed': 'This campaign is not accepting donations.',
  'sub-account-refused': 'The bank account was not accepted. Please check it and try again.',
  'payment-refused': 'The payment could not be started. Nothing was charged.',
  'payment-unavailable':
    'We could not reach the payment provider. Nothing was charged. Please try again in a moment.',
  'refund-closed': 'This gift cannot be sent back here any more.',
  'refund-too-much': 'That is more than is left of this gift.',
  'refund-refused': 'The payment provider did not accept the refund. Nothing was sent back.',
  'nobody-to-thank':
    'None of these donors asked to hear from you, or all of them were thanked within the last week.',
  'held-differs':
    'The payment provider still says something else than what was asked for. Nothing was done.',
  'already-resolved': 'Somebody has already decided on this. Please reload the page.',
  'idempotency-mismatch': 'This form was already sent with other values. Please reload the page.',
  'wrong-signature': 'The signature does not match.',
} as const
