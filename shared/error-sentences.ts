import { offlineSentences } from './offline-sentences.ts'

/** The message shown for each error code of the API (specification §8). */
export const errorSentences = {
  ...offlineSentences,
  'sign-in-required': 'Please log in to continue.',
  'verified-email-required': 'Please confirm your email address first.',
  'invalid-body': 'We couldn’t read your request. Please reload the page and try again.',
  'unsupported-media-type': 'This type of content is not accepted here.',
  'body-too-large': 'Your request is too large.',
  'invalid-input': 'Please check the highlighted fields and try again.',
  'wrong-host': 'This address isn’t served here.',
  'foreign-origin': 'This request came from another site and was refused.',
  'too-many-requests': 'Too many attempts. Please wait a moment and try again.',
  busy: 'We are very busy right now. Please try again in a moment.',

  'invalid-credential': 'Username or password is incorrect.',
  'invalid-email': 'Invalid email address.',
  'email-already-in-use': 'Email already in use.',
  'user-disabled': 'This user has been disabled.',
  'user-not-found': 'No user found with this email.',
  'wrong-password': 'Incorrect password. Please try again.',
  'weak-password': 'Password should be at least 6 characters',
  'expired-action-code': 'This link has expired. Please request a new one.',
  'invalid-action-code': 'This link is no longer valid. Please request a new one.',
  'requires-recent-login': 'Please enter your current password again.',
  'two-factor-code-required': 'Please enter the code from your authenticator app.',
  'two-factor-code-wrong': 'Incorrect code. Enter the code shown in your app now.',
  'email-code-required': 'We’ve emailed you a code. Enter it to continue with your donation.',
  'email-code-wrong': 'Incorrect code. Enter the code from our newest email.',
  'user-token-expired': 'Your session has ended. Please log in again.',
  'identity-unavailable': 'An unknown error occurred. Please try again.',
  'identity-off':
    'Logging in is switched off at the moment. We have been told and will switch it on again. Please try again in an hour.',
  'identity-settings':
    'We can’t reach our account service because of a mistake in our settings. We have been told. Please try again in an hour.',
  'identity-suspended':
    'Our account service is suspended. We have been told and are getting it back. Your account is safe. Please try again tomorrow.',
  'identity-clock':
    'Our account service doesn’t accept the time of our server. We have been told. Please try again in an hour.',
  'mails-late':
    'Our account service has reached its limit of links for today. We have noted your request and will email you the link tomorrow morning.',
  'identity-quota':
    'Our account service has reached its limit for today. Your account is safe. Please try again tomorrow.',

  'content-unavailable': 'We couldn’t load campaigns right now. Please try again in a moment.',
  'conflict-of-interest':
    'You raised, approved, donated to, reported or already decided about this campaign. Another reviewer has to handle it.',
  'campaign-taken-down': 'We took this campaign down. It can’t be read or donated to any more.',
  'appeal-closed': 'You can’t appeal against this any more. Please contact our support team.',
  'already-reviewed':
    'Another reviewer has already decided on this campaign. Please reload the page.',
  'decision-under-way':
    'A decision on this campaign takes effect in a few seconds. Please reload the page.',
  'decision-in-effect':
    'The decision has taken effect and can’t be undone. The organiser has been told.',
  'campaign-changed': 'The organiser has changed this since you opened it. Please read it again.',
  'second-reviewer-needed':
    'You have already approved this. Another reviewer needs to approve it too.',
  'second-person-needed':
    'You asked for this or decided it before. Another reviewer or admin has to confirm it.',
  'dispute-closed':
    'This dispute can’t be answered any more: it has ended, or its deadline has passed.',
  'dispute-refused': 'The payment provider did not accept the answer. Nothing was sent.',
  'payee-unconfirmed':
    'The person who receives the money has not confirmed it. Ask the organiser to send them the link again.',
  'document-needed':
    'This needs a supporting document of who raises the money. Ask the organiser for one first.',
  'change-too-early':
    'A new bank account can be approved after three days, so the organiser has time to object.',
  'campaign-status-changed': 'This is no longer possible. Please reload the page.',
  'campaign-has-donations': 'Campaigns with donations can’t be deleted.',
  'campaign-legal-hold': 'This campaign can’t be deleted yet. Nothing was deleted.',
  'account-legal-hold': 'Your account can’t be deleted yet. Nothing was deleted.',
  'campaign-closed': 'This campaign is not accepting donations.',
  'questions-closed': 'This campaign takes no questions now. Nothing was sent.',
  'sub-account-refused': 'This bank account was not accepted. Please check it and try again.',
  'payment-refused': 'We couldn’t start the payment. You have not been charged.',
  'payment-unavailable':
    'We couldn’t reach the payment provider. You have not been charged. Please try again in a moment.',
  'refund-closed': 'This donation can no longer be refunded here.',
  'refund-over-limit':
    'You have reached the limit for refunds in 24 hours. Please contact our support team.',
  'refund-too-large': 'This is more than what is left of this donation.',
  'refund-refused': 'The payment provider did not accept the refund. Nothing was refunded.',
  'no-donors-to-thank':
    'No donor to email: they have not opted in or not confirmed their email address, or you thanked them within the last week.',
  'quarantined-payment-mismatch':
    'The payment still doesn’t match the donation. Nothing was changed.',
  'already-resolved': 'Another admin has already decided on this. Please reload the page.',
  'claim-changed': 'What is owed has changed. Please reload the page.',
  'idempotency-mismatch':
    'This form was already submitted with different values. Please reload the page.',
  'wrong-signature': 'The signature does not match.',
} as const
