import * as z from 'zod/mini'

import { puzzleSchema } from './puzzle.ts'

/** Every code the server may answer, with the sentence a person reads for it (specification §8). */
export const errorSentences = {
  'sign-in-required': 'Please log in to go on.',
  'verified-email-required': 'Please confirm your email address first.',
  'not-found': "Sorry, we can't find what you're looking for.",
  'invalid-body': 'We could not read what was sent. Please reload the page and try again.',
  'unsupported-media-type': 'That kind of content is not accepted here.',
  'body-too-large': 'What was sent is too large.',
  'invalid-input': 'Please check the marked fields and try again.',
  'wrong-host': 'Nobody of that name lives here.',
  'foreign-origin': 'This request came from another site and was refused.',
  'too-many-requests': 'Too many attempts. Please wait a little and try again.',
  busy: 'We are very busy right now. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
  offline: 'You seem to be offline. Please check your connection and try again.',

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

  'own-campaign': 'You cannot review a campaign of your own.',
  'already-reviewed': 'Somebody has already decided on this campaign. Please reload the page.',
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
  'idempotency-mismatch': 'This form was already sent with other values. Please reload the page.',
  'wrong-signature': 'The signature does not match.',
} as const

export type ErrorCode = keyof typeof errorSentences

/** Messages by field name, as a form shows them under its fields. */
export type FieldErrors = Record<string, string[]>

/**
 * What the server answers whenever it refuses or fails. `message` stands only where the sentence is not the code's own:
 * a payment provider's `message: nextStep` (§8). `requestId` is what a person quotes to support.
 */
export const problemSchema = z.object({
  error: z.object({
    code: z.enum(/* @__PURE__ */ Object.keys(errorSentences) as [ErrorCode, ...ErrorCode[]]),
    message: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.array(z.string()))),
    retryAfterSeconds: z.optional(z.int()),
    /** Whoever solves it may try again at once. */
    puzzle: z.optional(puzzleSchema),
    requestId: z.optional(z.string()),
  }),
})

export type Problem = z.infer<typeof problemSchema>
