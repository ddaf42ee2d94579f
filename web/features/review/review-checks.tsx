import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ReviewChecks as Checks } from '#shared/review.ts'

import { campaignPath } from '../../paths.ts'
import { reviewText } from '../../text/review.ts'

/** An account so young has not been seen for long. */
const youngDays = 7

/** What was looked up, each with what it comes to. Signs and words, not colours alone. */
export function ReviewChecks({ checks }: { checks: Checks }) {
  const { checks: text } = reviewText
  const { accountDays: days, bankAccountMatch: match, likePictures, likeTexts } = checks
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{text.title}</h3>
      <ul className="grid gap-2 text-sm">
        <Check fine={checks.emailVerified}>
          {checks.emailVerified ? text.emailVerified : text.emailUnverified}
        </Check>
        <Check fine={checks.secondFactor}>
          {checks.secondFactor ? text.factorOn : text.factorOff}
        </Check>
        <Check fine={days !== null && days >= youngDays}>
          {days === null ? text.accountUnknown : text.accountAge(days)}
        </Check>
        <Check fine={match === 'same'}>{text.bankName[match](checks.bankAccountName ?? '')}</Check>
        {likePictures.length === 0 && <Check fine>{text.noLikePicture}</Check>}
        {likePictures.map((other) => (
          <Check key={other.id} fine={false}>
            <Other campaign={other}>{text.likePicture(other.title)}</Other>
          </Check>
        ))}
        {likeTexts.length === 0 && <Check fine>{text.noLikeText}</Check>}
        {likeTexts.map((other) => (
          <Check key={other.id} fine={false}>
            <Other campaign={other}>{text.likeText(other.title, other.percent)}</Other>
          </Check>
        ))}
      </ul>
    </section>
  )
}

function Check({ fine, children }: { fine: boolean; children: ReactNode }) {
  const { checks: text } = reviewText
  const Icon = fine ? CircleCheck : TriangleAlert
  return (
    <li className="flex gap-2">
      <Icon
        size={18}
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${fine ? 'text-success' : 'text-warning'}`}
      />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{fine ? text.fine : text.look}: </span>
        {children}
      </span>
    </li>
  )
}

type OtherProps = { campaign: Checks['likePictures'][number]; children: ReactNode }

function Other({ campaign: { id, isSameOwner }, children }: OtherProps) {
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
