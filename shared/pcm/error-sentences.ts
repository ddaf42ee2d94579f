import type { errorSentences as english } from '../error-sentences.ts'
import type { Translation } from '../translation.ts'
import { ownSentences } from './offline-sentences.ts'

export const errorSentences: Translation<typeof english> = {
  ...ownSentences,
  'sign-in-required': 'Abeg log in first make you fit continue.',
  'verified-email-required': 'Abeg confirm your email address first.',
  'invalid-body':
    'We no fit read wetin you send. Abeg load the page again, then try one more time.',
  'unsupported-media-type': 'We no dey take that kind content for here.',
  'body-too-large': 'Wetin you send too big.',
  'invalid-input': 'Abeg check the fields wey we mark, then try again.',
  'wrong-host': 'Nobody wey dey bear that name dey here.',
  'foreign-origin': 'This request come from another site, so we no gree am.',
  'too-many-requests': 'You don try am too many times. Abeg wait small, then try again.',
  busy: 'Plenty people dey here now now. Abeg try again in small time.',

  'invalid-credential': 'The username or the password no correct.',
  'invalid-email': 'This email address no correct.',
  'email-already-in-use': 'Somebody don already use this email.',
  'user-disabled': 'We don block this account.',
  'user-not-found': 'We no see any user wey get this email.',
  'wrong-password': 'The password no correct. Abeg try again.',
  'weak-password': 'Password suppose get at least 6 characters',
  'expired-action-code': 'Time don pass for this link. Abeg ask for new one.',
  'invalid-action-code': 'This link no dey work again. Abeg ask for new one.',
  'requires-recent-login': 'Abeg put your current password again.',
  'second-factor-required': 'Abeg put the code wey dey your authenticator app.',
  'second-factor-wrong': 'That code no correct. Abeg try the one wey the app dey show now.',
  'user-token-expired': 'Your session don end. Abeg log in again.',
  'identity-unavailable': 'One error wey we no know happen. Abeg try again.',

  'content-unavailable': 'We no fit reach the campaigns now. Abeg try again small time.',

  'own-campaign': 'You no fit review your own campaign.',
  'already-reviewed':
    'Another person don already decide for this campaign. Abeg load the page again.',
  'campaign-changed': 'The owner don change this one since you open am. Abeg read am again.',
  'second-reviewer-needed': 'You don approve this one before. Another person must approve am too.',
  'change-too-early':
    'You fit approve new bank account after three days, so that the person wey get am fit talk if e no agree.',
  'campaign-moved-on': 'You no fit do that one again. Abeg load the page again.',
  'campaign-has-donations': 'You no fit delete campaign wey people don give money.',
  'account-has-campaigns':
    'You get campaign wey people give money and e never end. You fit delete your account once e end.',
  'campaign-closed': 'This campaign no dey collect money.',
  'sub-account-refused': 'The bank account no gree. Abeg check am, then try again.',
  'payment-refused': 'The payment no fit start. We no collect any money.',
  'payment-unavailable':
    'We no fit reach the people wey dey handle payment. We no collect any money. Abeg try again in small time.',
  'refund-closed': 'You no fit send this gift back from here again.',
  'refund-too-much': 'That one pass wetin remain for this gift.',
  'refund-refused': 'The people wey dey handle payment no gree the refund. No money go back.',
  'nobody-to-thank':
    'None of these people say make you write dem, or you don thank all of dem inside this week.',
  'held-differs':
    'The people wey dey handle payment still talk another thing from wetin we ask. We no do anything.',
  'already-resolved': 'Another person don already decide on this one. Abeg load the page again.',
  'idempotency-mismatch':
    'You don already send this form with different things inside. Abeg load the page again.',
  'wrong-signature': 'The signature no match.',
}
