import type { ReviewChecks } from './review.ts'

export type ReviewWarning =
  | 'bank-name'
  | 'impersonation'
  | 'similar-name'
  | 'shared-account'
  | 'earlier-rejection'
  | 'similar-picture'
  | 'similar-text'

/**
 * What the checks warn of about a campaign. An approval needs a reason then, which other reviewers read. Facts about the organiser's account
 * are no warnings, because most people are new here when they raise money.
 */
export function findWarnings(checks: ReviewChecks): ReviewWarning[] {
  const found: Record<ReviewWarning, boolean> = {
    'bank-name': checks.bankAccountMatch !== 'same',
    impersonation: checks.impersonation.length > 0,
    'similar-name': checks.similarNames.length > 0,
    'shared-account': checks.accountOwners > 0,
    'earlier-rejection': checks.rejections.length > 0,
    'similar-picture': checks.similarImages.length > 0,
    'similar-text': checks.similarTexts.length > 0,
  }
  return (Object.keys(found) as ReviewWarning[]).filter((warning) => found[warning])
}
