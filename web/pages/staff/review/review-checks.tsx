import { CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import type { ReviewChecks as Checks, ReviewChecks } from '#shared/review.ts'
import { Link } from '#web/router/link.tsx'

import { campaignPath } from '../../../navigation/paths.ts'
import { formatDay } from '../../../format/day.ts'
import { reviewText } from '../../../text/review.ts'

/** Reviewers examine younger accounts more closely. */
const minAccountAgeDays = 7

/** The automatic checks of a campaign. Icons and words carry the result, not colour alone. */
export function ReviewChecks({ checks }: { checks: Checks }) {
  const { checks: text } = reviewText
  const { accountAgeDays: days, bankAccountMatch: match, similarImages, similarTexts } = checks
  const bankName = text.bankName[match]
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{text.title}</h3>
      <ul className="grid gap-2 text-sm">
        <Check passed={checks.emailVerified} isFact>
          {checks.emailVerified ? text.emailVerified : text.emailUnverified}
        </Check>
        <Check passed={checks.twoFactor} isFact>
          {checks.twoFactor ? text.twoFactorOn : text.twoFactorOff}
        </Check>
        <Check passed={days !== null && days >= minAccountAgeDays} isFact>
          {days === null ? text.accountUnknown : text.accountAge({ days })}
        </Check>
        <Check passed={match === 'same'}>
          {typeof bankName === 'string'
            ? bankName
            : bankName({ name: checks.bankAccountName ?? '' })}
        </Check>
        {checks.impersonation.map((finding) => (
          <Check key={`${finding.field} ${finding.found}`} passed={false}>
            {text.impersonation[finding.kind]({
              field: text.fields[finding.field],
              found: finding.found,
            })}
          </Check>
        ))}
        <ReviewComparisons checks={checks} />
        {similarImages.length === 0 && <Check passed>{text.noSimilarPicture}</Check>}
        {similarImages.map((other) => (
          <Check key={other.id} passed={false}>
            <OtherCampaign campaign={other}>
              {text.similarPicture({ title: other.title })}
            </OtherCampaign>
          </Check>
        ))}
        {similarTexts.length === 0 && <Check passed>{text.noSimilarText}</Check>}
        {similarTexts.map((other) => (
          <Check key={other.id} passed={false}>
            <OtherCampaign campaign={other}>
              {text.similarText({ title: other.title, percent: other.percent })}
            </OtherCampaign>
          </Check>
        ))}
      </ul>
    </section>
  )
}

type OtherProps = { campaign: Checks['similarImages'][number]; children: ReactNode }

function OtherCampaign({ campaign: { id, isSameOwner }, children }: OtherProps) {
  const { checks: text } = reviewText
  return (
    <>
      <Link to={campaignPath(id)} className="link">
        {children}
      </Link>{' '}
      ({isSameOwner ? text.sameOwner : text.otherOwner})
    </>
  )
}

type CheckProps = {
  passed: boolean
  /** A fact about the organiser's account, which is no warning. */
  isFact?: boolean
  children: ReactNode
}

/** One check. Icon and words carry the result, not colour alone. */
function Check({ passed, isFact = false, children }: CheckProps) {
  const { checks: text } = reviewText
  const [Icon, colour, word] = passed
    ? ([CircleCheck, 'text-success', text.passed] as const)
    : isFact
      ? ([Info, 'text-muted', text.fact] as const)
      : ([TriangleAlert, 'text-warning', text.needsAttention] as const)
  return (
    <li className="flex gap-2">
      <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${colour}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{word}: </span>
        {children}
      </span>
    </li>
  )
}

type ComparisonProps = {
  checks: Pick<ReviewChecks, 'similarNames' | 'accountOwners' | 'rejections'>
}

/** Other accounts and earlier campaigns that this one is like. */
function ReviewComparisons({ checks }: ComparisonProps) {
  const { checks: text, reasonKinds } = reviewText
  return (
    <>
      {checks.similarNames.map(({ campaignId, kind, name }) => (
        <Check key={`${campaignId} ${kind}`} passed={false}>
          {text.similarName[kind]({ name })}
        </Check>
      ))}
      {checks.accountOwners > 0 && (
        <Check passed={false}>{text.accountOwners({ count: checks.accountOwners })}</Check>
      )}
      {checks.rejections.map(({ campaignId, title, ground, at, because }) => (
        <Check key={`${campaignId} ${at}`} passed={false}>
          {text.rejected[because]({
            title: title === '' ? text.noTitle : title,
            ground: ground === 'takedown' ? text.takedown : reasonKinds[ground],
            day: formatDay(at.slice(0, 10)),
          })}
        </Check>
      ))}
    </>
  )
}
