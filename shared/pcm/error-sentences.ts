import type { errorSentences as english } from '../error-sentences.ts'
import type { Translation } from '../translation.ts'
import { offlineSentences } from './offline-sentences.ts'

export const errorSentences: Translation<typeof english> = {
  ...offlineSentences,
  'sign-in-required': 'Abeg log in first make you fit continue.',
  'verified-email-required': 'Abeg confirm your email address first.',
  'invalid-body': 'We no fit read your request. Abeg reload the page, then try again.',
  'unsupported-media-type': 'We no dey accept this kind content here.',
  'body-too-large': 'Your request too big.',
  'invalid-input': 'Abeg check the fields wey we highlight, then try again.',
  'wrong-host': 'This address no dey work here.',
  'foreign-origin': 'This request come from another site, so we refuse am.',
  'too-many-requests': 'You don try am too many times. Abeg wait small, then try again.',
  busy: 'Plenty people dey here now now. Abeg try again in small time.',

  'invalid-credential': 'The username or the password no correct.',
  'invalid-email': 'This email address no correct.',
  'email-already-in-use': 'Another person don already use this email.',
  'user-disabled': 'We don block this account.',
  'user-not-found': 'We no see any user wey get this email.',
  'wrong-password': 'The password no correct. Abeg try again.',
  'weak-password': 'Password suppose get at least 6 characters',
  'expired-action-code': 'This link don expire. Abeg request new one.',
  'invalid-action-code': 'This link no dey work again. Abeg request new one.',
  'requires-recent-login': 'Abeg put your current password again.',
  'two-factor-code-required': 'Abeg put the code wey dey your authenticator app.',
  'two-factor-code-wrong': 'The code no correct. Put the code wey your app dey show now.',
  'email-code-required':
    'We don email you one code. Enter am make you continue with your donation.',
  'email-code-wrong': 'The code no correct. Enter the one wey dey our newest email.',
  'user-token-expired': 'Your session don end. Abeg log in again.',
  'identity-unavailable': 'One error wey we no know happen. Abeg try again.',
  'identity-off':
    'Log in dey off for now. We don hear about am and we go on am again. Abeg try again in one hour.',
  'identity-settings':
    'We no fit reach our account service because of one mistake for our settings. We don hear about am. Abeg try again in one hour.',
  'identity-suspended':
    'Dem don suspend our account service. We don hear about am and we dey work on am. Your account dey safe. Abeg try again tomorrow.',
  'identity-clock':
    'Our account service no gree with the time of our server. We don hear about am. Abeg try again in one hour.',
  'mails-late':
    'Our account service don reach the limit of links for today. We don write your request down and we go email you the link tomorrow morning.',
  'identity-quota':
    'Our account service don reach the limit for today. Your account dey safe. Abeg try again tomorrow.',

  'content-unavailable': 'We no fit load campaigns now. Abeg try again in small time.',

  'conflict-of-interest':
    'You raise, approve, donate to, report or don already decide about this campaign. Another reviewer must handle am.',
  'campaign-taken-down':
    'We don take this campaign down. Nobody fit read am or donate to am again.',
  'appeal-closed': 'You no fit appeal against this again. Abeg contact our support.',
  'already-reviewed':
    'Another reviewer don already decide for this campaign. Abeg reload the page.',
  'decision-under-way':
    'One decision for this campaign go start work in few seconds. Abeg reload the page.',
  'decision-in-effect':
    'The decision don start work, you no fit undo am again. We don tell the organiser.',
  'campaign-changed': 'The organiser don change am since you open am. Abeg read am again.',
  'second-person-needed':
    'Na you ask for this one or decide am before. Another reviewer or admin must confirm am.',
  'dispute-closed': 'You no fit answer this dispute again: e don end, or the deadline don pass.',
  'dispute-refused': 'The payment provider no accept the answer. Nothing go.',
  'payee-unconfirmed':
    'The person wey go receive the money never confirm am. Tell the organiser make e send the link again.',
  'document-needed':
    'This one need supporting document of who dey raise the money. First ask the organiser for am.',
  'second-reviewer-needed': 'You don already approve am. Another reviewer must approve am too.',
  'change-too-early':
    'You fit approve new bank account after three days, so that the organiser get time to object.',
  'campaign-status-changed': 'You no fit do am again. Abeg reload the page.',
  'campaign-has-donations': 'You no fit delete campaign wey don get donations.',
  'campaign-legal-hold': 'You no fit delete this campaign yet. We no delete anything.',
  'account-legal-hold': 'You no fit delete your account yet. We no delete anything.',
  'campaign-closed': 'This campaign no dey collect donations.',
  'questions-closed': 'This campaign no dey take questions now. Nothing go.',
  'sub-account-refused': 'We no fit accept this bank account. Abeg check am, then try again.',
  'payment-refused': 'We no fit start the payment. We no collect any money.',
  'payment-unavailable':
    'We no fit reach the payment people. We no collect any money. Abeg try again in small time.',
  'refund-closed': 'You no fit refund this donation here again.',
  'refund-over-limit':
    'You don reach the limit for refunds inside 24 hours. Abeg contact our support.',
  'refund-too-large': 'E pass wetin remain for this donation.',
  'refund-refused': 'The payment people no accept the refund. We no refund anything.',
  'no-donors-to-thank':
    'No donor to email: dem no agree to get emails, dem never confirm their email address, or you don thank dem this week.',
  'quarantined-payment-mismatch': 'The payment still no match the donation. We no change anything.',
  'already-resolved': 'Another admin don already decide. Abeg reload the page.',
  'claim-changed': 'Wetin dem owe don change. Abeg reload the page.',
  'idempotency-mismatch':
    'You don already submit this form with different values. Abeg reload the page.',
  'wrong-signature': 'The signature no match.',
}
