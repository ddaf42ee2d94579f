import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ReviewChecks as Checks } from '#shared/review.ts'

import { campaignPath } from '../../navigation/paths.ts'
import { reviewText } from '../../text/review.ts'

/** Reviewers examine younger accounts more closely. */
const minAccountAgeDays = 7

/** The automatic checks of a campaign. Icons and words carry the result, not colour alone. */
export function ReviewChecks({ checks }: { checks: Checks }) {
  const { checks: text } = reviewText
  const { accountAgeDays: days, bankAccountMatch: match, similarImages, similarTexts } = checks
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{text.title}</h3>
      <ul className="grid gap-2 text-sm">
        <Check passed={checks.emailVerified}>
          {checks.emailVerified ? text.emailVerified : text.emailUnverified}
        </Check>
        <Check passed={checks.twoFactor}>
          {checks.twoFactor ? text.twoFactorOn : text.twoFactorOff}
        </Check>
        <Check passed={days !== null && days >= minAccountAgeDays}>
          {days === null ? text.accountUnknown : text.accountAge(days)}
        </Check>
        <Check passed={match === 'same'}>
          {text.bankName[match](checks.bankAccountName ?? '')}
        </Check>
        {similarImages.length === 0 && <Check passed>{text.noSimilarPicture}</Check>}
        {similarImages.map((other) => (
          <Check key={other.id} passed={false}>
            <OtherCampaign campaign={other}>{text.similarPicture(other.title)}</OtherCampaign>
          </Check>
        ))}
        {similarTexts.length === 0 && <Check passed>{text.noSimilarText}</Check>}
        {similarTexts.map((other) => (
          <Check key={other.id} passed={false}>
            <OtherCampaign campaign={other}>
              {text.similarText(other.title, other.percent)}
            </OtherCampaign>
          </Check>
        ))}
      </ul>
    </section>
  )
}

function Check({ passed, children }: { passed: boolean; children: ReactNode }) {
  const { checks: text } = reviewText
  const Icon = passed ? CircleCheck : TriangleAlert
  return (
    <li className="flex gap-2">
      <Icon
        size={18}
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${passed ? 'text-success' : 'text-warning'}`}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{passed ? text.passed : text.needsAttention}: </span>
        {children}
      </span>
    </li>
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
