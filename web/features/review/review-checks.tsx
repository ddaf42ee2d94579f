import type { ReactNode } from 'react'

import type { ReviewChecks as Checks } from '#shared/review.ts'
import { Link } from '#web/router/link.tsx'

import { campaignPath } from '../../navigation/paths.ts'
import { reviewText } from '../../text/review.ts'
import { Check } from './review-check.tsx'
import { ReviewComparisons } from './review-comparisons.tsx'

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
        <Check passed={checks.emailVerified} isFact>
          {checks.emailVerified ? text.emailVerified : text.emailUnverified}
        </Check>
        <Check passed={checks.twoFactor} isFact>
          {checks.twoFactor ? text.twoFactorOn : text.twoFactorOff}
        </Check>
        <Check passed={days !== null && days >= minAccountAgeDays} isFact>
          {days === null ? text.accountUnknown : text.accountAge(days)}
        </Check>
        <Check passed={match === 'same'}>
          {text.bankName[match](checks.bankAccountName ?? '')}
        </Check>
        {checks.impersonation.map((finding) => (
          <Check key={`${finding.field} ${finding.found}`} passed={false}>
            {text.impersonation[finding.kind](text.fields[finding.field], finding.found)}
          </Check>
        ))}
        <ReviewComparisons checks={checks} />
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
