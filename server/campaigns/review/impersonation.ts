import { joinTexts, type CampaignTexts } from '#shared/campaign-content.ts'
import type { ImpersonationFinding } from '#shared/review.ts'

import type { StoredCampaign } from '../../providers/content/content.ts'
import { findNames, findPresentedNames } from './find-names.ts'
import { matchNames } from '../payee/name-match.ts'

type Presented = CampaignTexts & {
  title: string
  contact: Pick<StoredCampaign['contact'], 'name'>
}
/** `payee` is another person or institution that receives the money, whose account it has to be then. */
type People = { organiser: string; accountHolder: string | null; payee?: string | undefined }

/**
 * Signs that a campaign is raised in the name of someone else. Each needs a supporting document and two reviewers at any goal
 * (readings, 'Raising in another name').
 */
export function findImpersonation(campaign: Presented, people: People): ImpersonationFinding[] {
  const { title, contact } = campaign
  const named = {
    title: findNames(title),
    beneficiary: findNames(contact.name),
    organiser: findNames(people.organiser),
    story: findPresentedNames(joinTexts(campaign)),
  }
  const fields = ['title', 'beneficiary', 'organiser', 'story'] as const
  return [
    ...findAccountMismatch(contact.name, people),
    ...fields.flatMap((field) =>
      named[field].map(({ kind, phrase }) => ({ kind, field, found: phrase })),
    ),
  ]
}

/** The findings that a change adds to those of the approved campaign. */
export function findNewImpersonation(
  before: readonly ImpersonationFinding[],
  after: readonly ImpersonationFinding[],
): ImpersonationFinding[] {
  const toKey = ({ kind, field, found }: ImpersonationFinding) => `${kind} ${field} ${found}`
  const known = new Set(before.map(toKey))
  return after.filter((finding) => !known.has(toKey(finding)))
}

function findAccountMismatch(
  beneficiary: string,
  { organiser, accountHolder, payee }: People,
): ImpersonationFinding[] {
  const expected = payee === undefined ? [organiser, beneficiary] : [payee]
  const matches = expected.map((name) => matchNames(accountHolder, name))
  const isMismatch = matches.every((match) => match === 'different')
  return isMismatch
    ? [{ kind: 'account-name', field: 'bankAccount', found: accountHolder ?? '' }]
    : []
}
